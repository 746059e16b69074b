/** pg-boss for putting, repeating and installing only: it watches no clock, tidies nothing and runs no job. The runner does. */
export const QUEUE_ACCESS = {
  supervise: false,
  schedule: false,
  registerInstance: false,
  reindex: false,
  monitorVacuum: false,
} as const;
