/**
 * A day that reveals each mistake. It is played first, and the search follows only if the mistake stays hidden;
 * the long form always searches.
 */
export const knownDays: ReadonlyMap<string, number> = new Map([
  ['what may have been taken is sent again', 4],
  ['a result is paid for when it is shown', 6],
  ['what is for one alone is posted where it was asked for', 6],
  ['a step whose epoch is over still writes', 37],
  ['a hold is lowered in the record alone', 3],
  ['a wake-up raises the epoch', 3],
  ['a place is given back by its job and not by its epoch', 73],
  ['a message is created again without a look, and without a nonce', 193],
  ['a task that a call names is believed to be the own one', 410],
  ['an offer never lapses', 196],
  ['what was sent can still be cancelled', 32],
  ['a job is recovered whatever became of it', 8],
  ['what was held is booked when nobody knows, as if it had cost nothing', 3],
  ['a later figure of the service is not looked at', 2],
])
