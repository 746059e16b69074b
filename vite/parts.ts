/**
 * Lazy code in a few files, by the moment that needs it: every file costs the worker's manifest 50 bytes of hash and a request.
 * A module goes where the first pattern names it or something that imports it; what nothing names is a file of its own.
 */
export const PARTS = {
  // The rest of the design system, and the small things that most parts share: nobody may load a part for its neighbour's sake.
  ui: /\/src\/(ui(?!\/(form|phone|photo)\/.*\.tsx?$|\/table\/|\/Tiles)|terms)\/|node_modules\/jotai|contract\/(messages|content|phones)|platform\/(api\/(failure|heartbeat|use-network-returns)|memory\/offline-ready)|cart\/TypedNumber|sync\/(ready\.atoms|sync\.atoms|words\.rules)|catalogue\/(GridSkeleton|Breadcrumbs|QuickButton|ProductRow|online\.rules|catalogue-more|needs\.atoms|paper-date)|content\/LegalPage|sponsor\/sponsor\.atoms|contract\/rights|session\/entrance\.rules|app\/(Guarded|use-is-staff)/,
  // A change made without a signal: needs nothing but the first chunk and this.
  queue:
    /\/src\/offline\/outbox\/|\/src\/mutations\.ts|\.mutation\.ts|\/src\/sync-client\/|app\/(open-sync|pulls)\.ts|device\/outbox-|platform\/(api\/(api|bus)\.atom|memory\/storage-room)/,
  // What the device remembers: a cold start reads it before the first card, so nothing of the server is here.
  device:
    /\/src\/offline\/(?!(guards-)?lesson|kept\/|search\/typo)|catalogue\/(engine|sync-in-page|search-client)\.ts|session\/session-store/,
  // ky, zod and the shapes of the calls.
  api: /node_modules\/(ky|zod)\/|contract\/(call|reply|ids|money|session|cart|catalogue|favourites|sponsor|education)\.ts|platform\/api\/api\.ts/,
  // The library of masks: for whoever types a telephone number.
  phone: /\/src\/ui\/phone\/PhoneMask|node_modules\/(react-)?imask\//,
  // The table, with the library that draws the part of it that is seen.
  table: /\/src\/ui\/table\/|node_modules\/@tanstack\//,
  // The form of every screen that has one, the verdict behind it, drafts, and answers that are kept.
  form: /\/src\/ui\/(form|phone)\/|notify\/(NotifyMe|notify-draft)|sponsor\/(ContactInfo|CallForm|contact\.atoms)|contract\/(consultants|invitations)|contract\/(judge|field-words|people-fields|phone-numbers)|features\/session\/form-drafts|platform\/(memory\/form-drafts|api\/(form-outcome|kept-answer|send-surely|keyed-draft))|\/src\/offline\/kept\//,
  // Addresses and cities as forms and delivery share them, and what delivery costs, beside the price of a product.
  places:
    /features\/product\/(DeliveryBlock|delivery-from)|contract\/(addresses|address-line|cities)\.ts|features\/session\/(city\.(atoms|rules)|CitySheet)\./,
  addresses: /\/src\/features\/addresses\/|screens\/Addresses\./,
  frame:
    /\/src\/app\/(Later|SearchBoxLive|start-later|Broken)\.tsx?$|session\/(CityButton|city-state)|catalogue\/mark-picture|features\/install\//,
  // Suggestions under the search field: for whoever is in it.
  suggest: /\/src\/features\/search\//,
  list: /catalogue\/(DesktopFilters|FilterSheet|ListNotes|ClientViewSwitch|draw-thumb|list-position)\./,
  product:
    /\/src\/features\/product\/(?!DeliveryBlock|delivery-from)|screens\/(ProductBySlug|ProductById)\.|catalogue\/(ProductPreview|PhotoViewer|ShareMenu)\./,
  cart: /screens\/(Cart|WholesaleCart)\./,
  shop: /screens\/(ShopFront|Favorites)\.|screens\/ShopFront\/(?!BuyAgain)|features\/home\//,
  // Coming in: registration and codes.
  entrance:
    /features\/session\/(Regist|invitation|CodeForm|ConfirmAddress|OtherAddress|LoginByCode|LoginForm|login-draft|login-form|regist)|screens\/(Login|Register)\.|contract\/registration/,
  // Photographs that a person sends.
  photo: /\/src\/ui\/photo\/|contract\/photos\.ts/,
  account: /features\/notifications\/|screens\/(Notifications|Logout|User|FormStyle)\./,
  // The menu beside every screen of the cabinet; what its first screen tells of orders and lessons, which nobody else loads.
  cabinet: /features\/cabinet\/(Cabinet|LeavingNote)|session\/unread\.|contract\/unread/,
  today: /screens\/User\/|features\/cabinet\/[Pp]eriod/,
  // Looked at now and then: what the law wants, the queue.
  texts:
    /screens\/(Sync|Cookie|PrivacyPolicy|ConsentText|MarketingConsent|CompanyDetails|Offer|Returns|DeliveryAndPayment|NotifyConfirm)\.|app\/SyncNews\./,
  orders: /\/src\/features\/orders\/(?!Requisites|SbpCard|returns\/)|screens\/Orders?\.|ShopFront\/BuyAgain/,
  // Codes to be scanned, with their maker.
  codes: /\/src\/features\/orders\/(Requisites|Sbp)Card|node_modules\/uqr\//,
  // What a way costs and where it leads, apart from the steps that ask for it.
  ways: /\/src\/features\/checkout\/(ways|quote|ask-money|offline-quote|find-place|from-book|door\.rules|given-before|slots)\.ts$/,
  checkout: /\/src\/features\/checkout\/(?!together\/)|screens\/Checkout\./,
  // The map is what its own `import()` makes of it: Leaflet and what draws on it, for whoever looks at one.
  // Beside it the other pages for whoever wants to know where, how and who.
  points:
    /\/src\/features\/delivery\/(?!map\/)|screens\/(Points|Faq|Contacts|Company|ProductPapers)\.|content\/faq\.rules|offline\/search\/typo/,
  rare: /\/src\/app\/(rare-routes|ToCatalogue)\.|screens\/(BadLink|NotFound|NoSuchPage|Forbidden|Offline)\./,
  // Commands: what speaks with the server for a person, and what keeps lessons on the phone (the worker has a copy).
  person:
    /\/src\/features\/(?!(education|delivery\/map|orders\/returns|checkout\/together|profile|accounts|transfers|career|business|structure|reports|newcomers)\/).*\.ts$|features\/education\/lessons-run|\/src\/offline\/(guards-)?lesson/,
  // Profile and returns are not carried ahead: they stand behind all that they share with parts that are, which would follow them out of the
  // precache.
  profile:
    /features\/(profile\/|personal-data\/.*\.tsx)|screens\/(Profile|Settings|PersonalData|BecomeConsultant|WholesaleApply)\.|contract\/(profile|consents|personal-data)\.ts/,
  returns: /features\/orders\/returns\/|screens\/OrderReturn\.|contract\/return-calls/,
  // What a consultant has agreed to: to be read again wherever that is.
  agreement: /screens\/Agreement\.|contract\/papers\/agreement/,
  // Not carried either: a new password and an old version of a paper are the shop's to give (docs/decisions/517).
  online: /screens\/(PasswordReset|PaperVersion)\./,
  // Nor what only the shop can send.
  together: /features\/checkout\/together\/|screens\/SendTogether\.|contract\/shipments\.ts/,
};

/**
 * Rooms of whoever learns: everybody with an account, and no guest. Kept by the worker as soon as one is here, like those of consultants
 * (docs/decisions/593).
 */
export const LEARNER_PARTS = {
  // The reading of courses: its screens and rules. Tests are taken less often than lessons are read.
  education: /\/src\/features\/education\/(?!Quiz)|screens\/(Education|Course|Lesson)\.|contract\/education-progress/,
  quiz: /\/src\/features\/education\/Quiz|screens\/Quiz\./,
};

/**
 * Rooms that only consultants enter, outside the precache: the worker keeps them for whoever may (docs/decisions/390). What a part of
 * the shop has a use for is the shop's, so files of such a feature stand in no pattern above; one that the shop reaches ends the build.
 */
export const CONSULTANT_PARTS = {
  // The engine of the plan: forecasts without a signal. What «Карьера» and «Бизнес» are answered.
  plan: /\/contract\/(plan\/|network\.ts)/,
  invite: /features\/sponsor\/(InviteSheet|LinkToShare)/,
  newcomers: /\/src\/features\/newcomers\/|screens\/(Newcomer|Consultants)\./,
  accounts: /\/src\/features\/accounts\/|screens\/Account\./,
  transfers: /\/src\/features\/transfers\/|screens\/Transfers\./,
  career: /\/src\/features\/career\/|screens\/Career\./,
  business: /\/src\/features\/business\/|screens\/Business\./,
  // The shapes of both, and the numbers they begin with; the library of the chart for whoever looks at one.
  lists: /contract\/(reports|structure)\.ts|\/src\/ui\/Tiles/,
  chart: /features\/reports\/VolumeChart|node_modules\/uplot\//,
  structure: /\/src\/features\/structure\/|screens\/Structure\./,
  reports: /\/src\/features\/reports\/|screens\/Reports?\./,
};

/** Desk and counter, which phones of buyers do not carry; what both share is apart, so that neither loads the other. */
export const STAFF_PARTS = {
  // Pieces that came back are named alike at the counter and at the desk.
  staff: /\/src\/staff\/[^/]+$|contract\/(counter-returns|scan|marking)\.ts/,
  // People, rights and the journal: beside orders, not among them.
  'desk-people': /\/src\/staff\/desk\/(users|audit)\//,
  // Months of the network and their money.
  'desk-finance': /\/src\/staff\/desk\/(finance|books)\//,
  'desk-products': /\/src\/staff\/desk\/products\//,
  'desk-returns': /\/src\/staff\/desk\/returns\//,
  'desk-warehouse': /\/src\/staff\/desk\/warehouse\//,
  'desk-imports': /\/src\/staff\/desk\/imports\//,
  'desk-drafts': /\/src\/staff\/desk\/drafts\//,
  desk: /\/src\/staff\/desk\//,
  punkt: /\/src\/staff\/punkt\//,
};
