import { readFileSync } from 'node:fs'

/** A wrong version of a script: one line, or a part of one, that says something else. */
export interface Mutant {
  name: string
  /** The script's file without its ending. */
  file: string
  right: string
  wrong: string
}

const newestWindow = `
  for _, name in ipairs(redis.call('HKEYS', account_key)) do
    local other = string.match(name, '^pending|(.*)$')
    if other and other > window then window = other end
  end`

/** Mistakes that somebody may make, and that the model has to notice. */
export const mutants: readonly Mutant[] = [
  {
    name: 'the same event takes its hold again',
    file: 'request',
    right: "if fingerprint then return { fingerprint == args.fingerprint and 'exists' or 'differs' } end",
    wrong: '',
  },
  {
    name: 'a limit lets one millionth more through',
    file: 'request',
    right: 'cost > tightest.rest then',
    wrong: 'cost > tightest.rest + 1 then',
  },
  {
    name: 'what is left of the whole account is told where a share leaves less',
    file: 'request',
    right: 'whole(left_of(tightest.key, tightest.limit, window))',
    wrong: "whole(left_of(account_key, own_limit or '0', window))",
  },
  {
    name: 'the last of several limits that leave alike is told',
    file: 'request',
    right: 'rest >= tightest.rest',
    wrong: 'rest > tightest.rest',
  },
  {
    name: 'what costs nothing needs a budget',
    file: 'request',
    right: 'if not own_limit and not is_free then',
    wrong: 'if not own_limit then',
  },
  {
    name: 'what costs nothing is refused by a budget that is overdrawn',
    file: 'request',
    right: 'if not is_free and cost > tightest.rest then',
    wrong: 'if cost > tightest.rest then',
  },
  {
    name: 'everything passes as if it cost nothing',
    file: 'request',
    right: "local is_free = args.free == 'yes'",
    wrong: 'local is_free = true',
  },
  {
    name: 'what costs nothing is taken for running at the service',
    file: 'begin-submit',
    right: "if args.place ~= '' then redis.call('HSET', job_key, 'place', args.place) end",
    wrong: '',
  },
  {
    name: 'a snapshot of older settings is taken for good',
    file: 'request',
    right:
      "if (redis.call('HGET', account_key, 'revision') or '') ~= args.revision then return { 'stale' } end",
    wrong: '',
  },
  {
    name: 'a result that comes again is another step',
    file: 'ready',
    right: 'if known then return known end',
    wrong: '',
  },
  {
    name: 'a hold that was settled is settled once more by the same result',
    file: 'prelude',
    right: "if not known or known.epoch ~= (args.epoch or '') then return nil end",
    wrong: "if operation == 'ready' or not known or known.epoch ~= (args.epoch or '') then return nil end",
  },
  {
    name: 'a void charges what was held',
    file: 'void',
    right: "settle(arrow, 'void', 0, 'final')",
    wrong: "settle(arrow, 'void', amount(hold_key, 'amount'), 'final')",
  },
  {
    name: 'a job is settled in the newest window',
    file: 'prelude',
    right: 'count(window, -held, credits)',
    wrong: `${newestWindow}\n  count(window, -held, credits)`,
  },
  {
    name: 'a correction comes on top of what was settled',
    file: 'prelude',
    right: 'count(window, 0, credits - settled)',
    wrong: 'count(window, 0, credits)',
  },
  {
    name: 'an estimate comes on top of what was held',
    file: 'prelude',
    right: 'count(window, credits - held, 0)',
    wrong: 'count(window, credits, 0)',
  },
  {
    name: 'a hold is raised when its clip turns out to be longer',
    file: 'begin-submit',
    right: 'if bound and bound < held then',
    wrong: 'if bound then',
  },
  {
    name: 'a clip of unknown length is held for as one that costs nothing',
    file: 'begin-submit',
    right: 'tonumber(args.bound)',
    wrong: 'tonumber(args.bound) or 0',
  },
  {
    name: 'a hold is lowered to what it is already',
    file: 'begin-submit',
    right: 'if bound and bound < held then',
    wrong: 'if bound and bound <= held then',
  },
  {
    name: 'a hold is lowered in the record alone',
    file: 'begin-submit',
    right: 'adjust_hold(bound)',
    wrong: '',
  },
  {
    name: 'a hold is lowered, and its record knows nothing of it',
    file: 'begin-submit',
    right: "redis.call('HSET', job_key, 'held', whole(bound))",
    wrong: '',
  },
  {
    name: 'the scopes are forgotten when a job is settled',
    file: 'prelude',
    right: 'count(window, -held, credits)',
    wrong: "count(window, -held, 0) add(account_key, 'posted|' .. window, credits)",
  },
  {
    name: 'the last scope is forgotten throughout',
    file: 'prelude',
    right: 'for index = 9, #KEYS do',
    wrong: 'for index = 9, #KEYS - 1 do',
  },
  {
    name: 'other contents get the first answer',
    file: 'prelude',
    right: "return known.fingerprint == args.fingerprint and known.reply or { 'differs' }",
    wrong: 'return known.reply',
  },
  {
    name: 'a step whose epoch is over still writes',
    file: 'prelude',
    right: "return args.epoch == nil or field('epoch') == args.epoch",
    wrong: 'return true',
  },
  {
    name: 'a worse source replaces a better one',
    file: 'prelude',
    right: "if ranks[source] < ranks[known] then return 'stale' end",
    wrong: "if ranks[source] < ranks[known] then return 'better' end",
  },
  {
    name: 'the hold of the operator is leaked when the account refuses',
    file: 'operator-release',
    right: "if not redis.call('ZSCORE', unconfirmed_key, job_id) then return { 'kept' } end",
    wrong: "if true then return { 'kept' } end",
  },
  {
    name: "the operator's limit lets one millionth more through",
    file: 'operator-hold',
    right: "if cost > left then return { 'exceeds',",
    wrong: "if cost > left + 1 then return { 'exceeds',",
  },
  {
    name: "an account's ceiling lets one millionth more through",
    file: 'operator-hold',
    right: 'if cost > left then return { is_trial and',
    wrong: 'if cost > left + 1 then return { is_trial and',
  },
  {
    name: 'what an account holds does not count towards its ceiling',
    file: 'operator-allowance',
    right: 'held_by(account) + ',
    wrong: '',
  },
  {
    name: 'the total adds what a job has by now to what it had',
    file: 'operator-mirror',
    right: 'count(hold.state, hold.window, hold.account, -before)',
    wrong: 'local nothing = nil',
  },
  {
    name: 'a grant counts twice',
    file: 'grant',
    right: 'add(figures_key, name, credits)',
    wrong: 'add(figures_key, name, credits * 2)',
  },
  {
    name: 'the same grant is given again',
    file: 'grant',
    right: "return { 'repeated', mark.granted }",
    wrong: '',
  },
  {
    name: 'an event of an admin changes something else the second time',
    file: 'change-settings',
    right: "if mark.fingerprint ~= ARGV[3] then return { 'differs' } end",
    wrong: "if mark.fingerprint ~= ARGV[3] then return { 'repeated', mark.at, mark.was, mark.now } end",
  },
  {
    name: 'a job without a known end is booked as if it had cost nothing',
    file: 'book',
    right: "amount(hold_key, 'amount')",
    wrong: '0',
  },
]

/** The script as it is. */
export const sourceOf = ({ file }: Mutant): string =>
  readFileSync(new URL(`../../../src/redis/scripts/${file}.lua`, import.meta.url), { encoding: 'utf8' })

/** Puts the mistake into every script that this file is a part of. */
export const tamperWith = (mutant: Mutant): ((source: string) => string) => {
  const part = sourceOf(mutant)
  const wrong = part.replace(mutant.right, () => mutant.wrong)
  return (source) => source.replace(part, () => wrong)
}
