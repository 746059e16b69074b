import { judge, whoIs } from '#contract/rights.ts';

/** Whom education is open to: nothing is asked for anybody else. */
export const isLearner = (user: Parameters<typeof whoIs>[0]): boolean => judge('education.view', whoIs(user)) === 'ok';
