import type { Found, Role } from '../api/classroom';
import { Refused } from '../lib/api';
import { classes } from './api';
import { tidyCode } from './code';
import { knownClasses, rememberClass } from './known';

/** The reader's place in a class. */
export interface Session {
  id: string;
  code: string;
  title: string;
  role: Role;
  /** What the door needs for somebody new; null for whoever is in already. */
  found: Found | null;
}

/** Those that this page has asked for, by code: whoever goes from one address of a class to another one is not asked again. */
const sessions = new Map<string, Session>();

export function enterAs(session: Session): Session {
  sessions.set(session.code, session);
  const { role } = session.role;
  if (role === 'teacher' || role === 'pupil') rememberClass({ code: session.code, id: session.id, title: session.title, role });
  return session;
}

export const leave = (code: string): void => void sessions.delete(code);

/** Who the reader is in the class with this code. A secret, if the address brought one, is used first. */
export async function sessionOf(code: string, secret = ''): Promise<Session> {
  const wanted = tidyCode(code);
  const before = sessions.get(wanted);
  if (before && !secret) return before;
  let found = await find(wanted);
  if (secret) {
    await classes.enter(found.id, secret);
    found = { ...found, role: await classes.role(found.id) };
  }
  const session: Session = { id: found.id, code: wanted, title: found.title, role: found.role, found };
  return found.role.role === 'stranger' ? session : enterAs(session);
}

/** A deleted class is not found by its code any more; who was in it may still know its name. */
async function find(code: string): Promise<Found> {
  try {
    return await classes.find(code);
  } catch (thrown) {
    const known = knownClasses().find((one) => one.code === code);
    if (!known || !(thrown instanceof Refused) || !thrown.error.code.startsWith('class/')) throw thrown;
    const role = await classes.role(known.id).catch(() => {
      throw thrown;
    });
    return { id: known.id, title: known.title, language: 'en', locked: true, names: [], role };
  }
}
