// Screens that few visits start with. Their list of files stays out of the first chunk (settled.md §7).
export const ToCatalogue = async () => (await import('#src/app/ToCatalogue.tsx')).ToCatalogue;
export const Product = async () => (await import('#src/screens/Product.tsx')).Product;
export const OptovikCart = async () => (await import('#src/screens/OptovikCart.tsx')).OptovikCart;
export const Login = async () => (await import('#src/screens/Login.tsx')).Login;
export const Logout = async () => (await import('#src/screens/Logout.tsx')).Logout;
export const User = async () => (await import('#src/screens/User.tsx')).User;
export const FormStyle = async () => (await import('#src/screens/FormStyle.tsx')).FormStyle;
export const Sync = async () => (await import('#src/screens/Sync.tsx')).Sync;
export const Cookie = async () => (await import('#src/screens/Cookie.tsx')).Cookie;
export const PrivacyPolicy = async () => (await import('#src/screens/PrivacyPolicy.tsx')).PrivacyPolicy;
export const Soglasie = async () => (await import('#src/screens/Soglasie.tsx')).Soglasie;
export const Rekvizity = async () => (await import('#src/screens/Rekvizity.tsx')).Rekvizity;
export const Offline = async () => (await import('#src/screens/Offline.tsx')).Offline;
export const Forbidden = async () => (await import('#src/screens/Forbidden.tsx')).Forbidden;
export const NotFound = async () => (await import('#src/screens/NotFound.tsx')).NotFound;
export const BadLink = async () => (await import('#src/screens/BadLink.tsx')).BadLink;
