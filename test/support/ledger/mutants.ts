import { readFileSync } from 'node:fs'

/** A wrong version of a script: one line, or a part of one, that says something else. */
export interface Mutant {
  name: string
  /** The script's file without its ending. */
  file: string
  right: string
  wrong: string
}

/** The seed of the histories that are searched for a mistake. A fixed one, so that the outcome never changes. */
export const mutantSeed = 20_260_615

/**
 * Mistakes that somebody may make, and that the model has to notice: after `@` the script, after `#` the name and the
 * first history of the seed in which the model notices it, and then the right text and the wrong one. With `I8` it is
 * noticed as a request that was refused although the limit covered it, or accepted although it did not.
 */
const listed = `
@ request
# the same event takes its hold again (0)
- if fingerprint then return { fingerprint == args.fingerprint and 'exists' or 'differs' } end
# a limit lets one millionth more through (0, I8)
- cost > tightest.rest then
+ cost > tightest.rest + 1 then
# a limit refuses what it just covers (2, I8)
- cost > tightest.rest then
+ cost >= tightest.rest then
# a refusal names a limit that covers it (12, I8)
- return { 'exceeds', tightest.kind, tightest.id,
+ return { 'exceeds', 'server', '',
# what is left of the whole account is told where a share leaves less (2)
- whole(left_of(tightest.key, tightest.limit, window))
+ whole(left_of(account_key, own_limit or '0', window))
# the last of several limits that leave alike is told (61)
- rest >= tightest.rest
+ rest > tightest.rest
# what costs nothing needs a budget (3)
- if not own_limit and not is_free and not approval then
+ if not own_limit and not approval then
# what an admin approves needs a budget (19)
- if not own_limit and not is_free and not approval then
+ if not own_limit and not is_free then
# what costs nothing is refused by a budget that is overdrawn (3)
- if not is_free and not approval and cost > tightest.rest then
+ if not approval and cost > tightest.rest then
# everything passes as if it cost nothing (0)
- local is_free = args.free == 'yes'
+ local is_free = true
# starter credits become a budget (10)
- redis.call('HSETNX', account_key, 'starter', own_limit)
+ redis.call('HSETNX', account_key, 'limit', own_limit)
# what costs nothing is paused too (3)
- if pause and not is_free then
+ if pause then
# a pause of a channel or a member refuses nothing (0)
- table.insert(pauses, 'paused|' .. scope.kind .. '|' .. scope.id)
+ table.insert(pauses, 'paused|server|' .. scope.id)
# a limit of a feature or a model refuses nothing (34, I8)
- local own = limits[scope.kind .. '_limit|' .. scope.id]
+ local own = scope.kind ~= 'feature' and scope.kind ~= 'model' and limits[scope.kind .. '_limit|' .. scope.id]
# what is limited is the feature and the model of any request (34, I8)
- table.insert(names, scope.kind .. '_limit|' .. scope.id)
+ table.insert(names, scope.kind .. '_limit|' .. (scope.kind == 'feature' and 'music' or scope.id))
# a snapshot of older settings is taken for good (1)
- if (redis.call('HGET', account_key, 'revision') or '') ~= args.revision then return { 'stale' } end
# an approved request gets no bonus for what it exceeds (12)
- if approval then approve(short, cost, window) end
# an approved request exceeds the last limit alone (352)
- if rest and cost > rest then table.insert(short, found) end
+ if rest and cost > rest then short = { found } end
# the spend of a new day is not kept (1)
- open_day()
@ figures
# what an admin gave opens nothing (0)
- return tonumber(limit) + granted - spent - held
+ return tonumber(limit) - spent - held
# what is held counts twice towards a limit (1)
- return tonumber(limit) + granted - spent - held
+ return tonumber(limit) + granted - spent - 2 * held
@ approval
# an approval gives more than is missing (12, I8)
- return cost - math.max(0, one.rest)
+ return cost
# an approval gives what was used beyond the limit, too (25, I8)
- return cost - math.max(0, one.rest)
+ return cost - one.rest
# an approval gives everyone the bonus of the server (25)
- add(one.key, 'granted|' .. window, bonus)
+ add(account_key, 'granted|' .. window, bonus)
# what was declined is approved (7)
- if state ~= 'open' then return state or '' end
+ if not state then return '' end
# what has expired is approved (291)
- return now >= tonumber(expires_at) and 'expired' or nil
+ return nil
# a bonus is not in the journal (12)
- 'granted', whole(amount(one.key, 'granted|' .. window)))
+ 'granted', '0')
@ approval-park
# what is over counts as open still (270)
- redis.call('HGET', KEYS[3 + index], 'state') ~= 'open'
+ false
@ approval-end
# a decline that comes too late counts (480)
- elseif to == 'declined' and is_over then
+ elseif false then
# what was made already is declined (17)
- redis.call('EXISTS', job_key) == 1 or
@ begin-submit
# what costs nothing is taken for running at the service (2)
- if args.place ~= '' then redis.call('HSET', job_key, 'place', args.place) end
# a hold is raised when its clip turns out to be longer (1)
- if bound and bound < held then
+ if bound then
# a clip of unknown length is held for as one that costs nothing (9)
- tonumber(args.bound)
+ tonumber(args.bound) or 0
# a hold is lowered to what it is already (2)
- if bound and bound < held then
+ if bound and bound <= held then
# a hold is lowered in the record alone (0)
- adjust_hold(bound)
# a hold is lowered, and its record knows nothing of it (0)
- redis.call('HSET', job_key, 'held', whole(bound))
@ submitted
# an estimate raises a hold and never lowers it (0)
- adjust_hold(tonumber(args.estimate))
+ if tonumber(args.estimate) > amount(hold_key, 'amount') then adjust_hold(tonumber(args.estimate)) end
@ ready
# a result that comes again is another step (32)
- if known then return known end
@ prelude
# a hold that was settled is settled once more by the same result (32)
- if not known or known.epoch ~= (args.epoch or '') then return nil end
+ if operation == 'ready' or not known or known.epoch ~= (args.epoch or '') then return nil end
# a job is settled in the newest window (0)
- count(window, -held, credits)
+ 
+   for _, name in ipairs(redis.call('HKEYS', account_key)) do
+     local other = string.match(name, '^pending|(.*)$')
+     if other and other > window then window = other end
+   end
+   count(window, -held, credits)
# a correction comes on top of what was settled (3)
- count(window, 0, credits - settled)
+ count(window, 0, credits)
# an estimate comes on top of what was held (0)
- count(window, credits - held, 0)
+ count(window, credits, 0)
# the scopes are forgotten when a job is settled (2)
- count(window, -held, credits)
+ count(window, -held, 0) add(account_key, 'posted|' .. window, credits)
# the last scope is forgotten throughout (0)
- for index = 9, 9 + #cjson.decode(args.scopes) do
+ for index = 9, 8 + #cjson.decode(args.scopes) do
# a correction comes on top of what the day had spent (3)
- local change = credits - amount(hold_key, 'spent')
+ local change = credits
# what a job cost counts in its day only the first time (3)
- journal('correct', settled, credits, window, credits - amount(hold_key, 'amount'), count_spent(credits))
+ journal('correct', settled, credits, window, credits - amount(hold_key, 'amount'))
# other contents get the first answer (2)
- if known.fingerprint ~= args.fingerprint then return { 'differs' } end
# a step whose epoch is over still writes (0)
- return args.epoch == nil or field('epoch') == args.epoch
+ return true
# a worse source replaces a better one (3)
- if ranks[source] < ranks[known] then return 'stale' end
+ if ranks[source] < ranks[known] then return 'better' end
@ void
# a void charges what was held (1)
- settle(arrow, 'void', 0, 'final')
+ settle(arrow, 'void', amount(hold_key, 'amount'), 'final')
@ operator-release
# the hold of the operator is leaked when the account refuses (0)
- if not redis.call('ZSCORE', unconfirmed_key, job_id) then return { 'kept' } end
+ if true then return { 'kept' } end
@ operator-hold
# the operator's limit lets one millionth more through (1)
- if cost > left then return { 'exceeds',
+ if cost > left + 1 then return { 'exceeds',
# the operator's limit refuses what it just covers (22, I8)
- if cost > left then return { 'exceeds',
+ if cost >= left then return { 'exceeds',
# an account's ceiling lets one millionth more through (2)
- if cost > left then return { 'exceeds_ceiling',
+ if cost > left + 1 then return { 'exceeds_ceiling',
# an account's ceiling refuses what it just covers (2, I8)
- if cost > left then return { 'exceeds_ceiling',
+ if cost >= left then return { 'exceeds_ceiling',
# what an account holds counts twice towards its ceiling (10)
- local left = tonumber(ceiling) - used_by(args.account)
+ local left = tonumber(ceiling) - used_by(args.account) - held_by(args.account)
@ operator-allowance
# what an account holds does not count towards its ceiling (10)
- held_by(account) + 
@ operator-mirror
# the total adds what a job has by now to what it had (0)
- count(hold.state, hold.window, hold.account, -before)
+ local nothing = nil
@ grant
# a grant counts twice (0)
- add(figures_key, name, credits)
+ add(figures_key, name, credits * 2)
# the same grant is given again (52)
- return { 'repeated', mark.granted, mark.expires_at or '' }
# what is taken by hand is taken back once more when its bonus expires (48)
- come_off(bonuses, args.window, -credits)
+ bonuses
# what was used before a bonus was given counts as used of it (1)
- used = whole(used_in(figures_key, args.window))
+ used = '0'
@ share
# what is taken by hand comes off a bonus of another window (60)
- bonus.window == window and math.min(rest, tonumber(bonus.credits)) or 0
+ math.min(rest, tonumber(bonus.credits))
# what is held is taken back with a bonus (452)
- amount(figures_key, 'posted|' .. window) + amount(figures_key, 'pending|' .. window)
+ amount(figures_key, 'posted|' .. window)
# bonuses are used in the order in which they were given (32)
- tonumber(bonuses[at].expires_at) <= tonumber(bonus.expires_at)
+ true
@ lapse
# a bonus is taken back although it was used (60)
- math.min(credits - used_of(bonus),
+ math.min(credits,
# a bonus is taken back although the limit was lowered below what is used (226)
- math.min(credits - used_of(bonus), left_of(figures_key, limit, bonus.window))
+ credits - used_of(bonus)
# what was used of one bonus counts as used of the next, too (110)
- count_used(bonus, all)
# a bonus is taken back twice (0)
- keep_bonuses(account_key, bonuses_key, args, kept)
# an expired bonus stays (0)
- if not is_over then
+ if false then
# an expired bonus stays where no limit is left (189)
- if credits == 0 then return end
+ if credits == 0 or not limit then return end
# a bonus is taken back before it expires (60)
- if now < tonumber(bonus.expires_at) or
+ if
# a bonus is taken back after its window has ended (52)
- now >= tonumber(bonus.ends_at)
+ false
# what is taken back of a bonus is not in the journal (0)
- enter(journal_key, line, ARGV[4])
@ sponsor
# a member gives more than is left of theirs (17)
- if credits > left then
+ if credits > left + 1 then
# what a member gives comes from nowhere (12)
- add(giver_key, name, -credits)
# what a member gives is lost on the way (12)
- add(receiver_key, name, credits)
# what a member holds for running jobs is given away too (459)
- local left = left_of(giver_key, giver_limit, args.window)
+ local left = left_of(giver_key, giver_limit, args.window) + amount(giver_key, 'pending|' .. args.window)
# members give to each other though no admin allowed it (1)
- if not setting('sponsoring') then return { 'not_allowed' } end
# a paused member can still give (97)
- 'member|' .. args.giver, 'member|' .. args.receiver
+ 'member|' .. args.receiver
# what groups allow is no limit of a member who gives (12)
- (args.giver_each ~= '' and args.giver_each) or general
+ general
@ change-settings
# an event of an admin changes something else the second time (1)
- if mark.fingerprint ~= ARGV[3] then return { 'differs' } end
+ if mark.fingerprint ~= ARGV[3] then return { 'repeated', mark.at, mark.was, mark.now } end
@ book
# a job without a known end is booked as if it had cost nothing (4)
- amount(hold_key, 'amount')
+ 0
`

const textAfter = (sign: string, lines: readonly string[]): string =>
  lines.flatMap((line) => (line.startsWith(`${sign} `) ? [line.slice(2)] : [])).join('\n')

/**
 * Each is played on the history that is known for it first; the long form always searches. Those with a law have to be
 * noticed by it.
 */
export const mutants: readonly (Mutant & { history: number; law: string | undefined })[] = listed
  .split('\n@ ')
  .slice(1)
  .flatMap((ofFile) => {
    const [head = '', ...entries] = ofFile.split('\n# ')
    return entries.map((entry) => {
      const [title = '', ...lines] = entry.split('\n')
      const [, name = '', history, law] = /^(.*) \((\d+)(?:, (I\d))?\)$/.exec(title) ?? []
      const [right, wrong] = [textAfter('-', lines), textAfter('+', lines)]
      return { name, file: head, right, wrong, law, history: Number(history) }
    })
  })

/** The script as it is. */
export const sourceOf = ({ file }: Mutant): string =>
  readFileSync(new URL(`../../../src/redis/scripts/${file}.lua`, import.meta.url), { encoding: 'utf8' })

/** Puts the mistake into every script that this file is a part of. */
export const tamperWith = (mutant: Mutant): ((source: string) => string) => {
  const part = sourceOf(mutant)
  const wrong = part.replace(mutant.right, () => mutant.wrong)
  return (source) => source.replace(part, () => wrong)
}
