import { atom, type Getter } from 'jotai';
import type { Call, CallInput, CallReply } from '#contract/call.ts';
import { type Device, endOtherSessions, endSession, getSessions } from '#contract/profile.ts';
import { showToastAtom } from '#src/features/notices/notices.atoms.ts';
import { ownerAtom, sessionAtom } from '#src/features/session/session.atoms.ts';
import { apiAtom } from '#src/platform/api/api.atom.ts';
import { type Failure, failureOf, failureText } from '#src/platform/api/failure.ts';

// Read: devicesAtom. Commands: loadDevicesAtom, endDeviceAtom. Kept on no phone: a list of yesterday would be a lie.

type Shown = { devices: readonly Device[] | null; failure: Failure | null };
const heldAtom = atom<{ uid: string; shown: Shown }>({ uid: '', shown: { devices: null, failure: null } });
export const devicesAtom = atom((get): Shown => {
  const { uid, shown } = get(heldAtom);
  return uid === get(sessionAtom).uid ? shown : { devices: null, failure: null };
});

/** Never throws. */
export const loadDevicesAtom = atom(null, async (get, set): Promise<void> => {
  const { uid } = get(sessionAtom);
  try {
    const { sessions } = await send(get, getSessions, {});
    set(heldAtom, { uid, shown: { devices: sessions, failure: null } });
  } catch (error) {
    set(heldAtom, { uid, shown: { devices: get(devicesAtom).devices, failure: failureOf(error) } });
  }
});

/** One of them, or all but this one. What it has come to is said; never throws. */
export const endDeviceAtom = atom(null, async (get, set, device: Device | 'others'): Promise<void> => {
  const { uid } = get(sessionAtom);
  try {
    const { sessions } = await (device === 'others'
      ? send(get, endOtherSessions, {})
      : send(get, endSession, { params: { id: device.id } }));
    set(heldAtom, { uid, shown: { devices: sessions, failure: null } });
    const who = device === 'others' ? 'Остальные устройства вышли' : `${device.name}: вышли`;
    set(showToastAtom, {
      text: `${who} из кабинета. Сохранённое на нём сотрётся, когда он будет в сети`.replace(
        'на нём сотрётся, когда он будет',
        device === 'others' ? 'на них сотрётся, когда они будут' : 'на нём сотрётся, когда оно будет',
      ),
    });
  } catch (error) {
    const failure = failureOf(error);
    const isGone = failure.kind === 'refused' && failure.refusal.code === 'not_found';
    set(showToastAtom, { text: failureText(failure) });
    if (isGone) await set(loadDevicesAtom);
  }
});

const send = async <C extends Call>(get: Getter, call: C, input: CallInput<C>): Promise<CallReply<C>> =>
  get(apiAtom).send(call, input, { headers: { 'X-Client-User': await get(ownerAtom) } });
