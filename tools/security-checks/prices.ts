import { check, type SecurityCheck } from './check.ts'

/** Forged clips, which the service finds longer than we measure. */
const forged: readonly SecurityCheck[] = [
  check(
    'redis/scripts/begin-submit.lua',
    'if entries_of(args.stops) > 0 or entries_of(args.unbilled) >= tonumber(args.unbilled_max) then',
    'if entries_of(args.stops) > 0 then',
    'jobs/worker/clip-stops',
  ),
  check(
    'redis/scripts/begin-submit.lua',
    'if entries_of(args.stops) > 0 or entries_of(args.unbilled) >= tonumber(args.unbilled_max) then',
    'if entries_of(args.unbilled) >= tonumber(args.unbilled_max) then',
    'jobs/worker/clip-stops',
  ),
  check(
    'jobs/request/hold.ts',
    'prepared.clips.length === 0 ? undefined : stoppedMessage(deps, prepared, accountOf(target))',
    'undefined',
    'jobs/worker/clip-stops',
  ),
  check(
    'jobs/request/decide.ts',
    '(await serviceRefusesMessage(deps)) ?? (await stoppedMessage(deps, prepared, accountOf(request.target)))',
    'await serviceRefusesMessage(deps)',
    'jobs/request/decide',
    'jobs/worker/clip-stops',
  ),
  check(
    'jobs/worker/submit.ts',
    "if (turn === 'stopped') return withoutClip(deps, job, { status: 'refused', reason: stoppedText() })",
    '',
    'jobs/worker/clip-stops',
  ),
  check(
    'jobs/worker/submit.ts',
    'if (estimate === undefined || (isByClip && (await forgeryIn(deps, sent, priced, estimate)))) return',
    'if (estimate === undefined) return',
    'jobs/worker/clip-stops',
  ),
  check(
    'core/ledger/clip-stops.ts',
    'charged < most * units * suspectTimes) return undefined',
    'charged < most * units * suspectTimes * 5) return undefined',
    'jobs/worker/clip-stops',
  ),
  check('core/ledger/clip-stops.ts', 'stop.account !== account && ', '', 'jobs/worker/clip-stops'),
  check('core/ledger/clip-stops.ts', '.size >= witnessesEnough', '.size >= 1', 'jobs/worker/clip-stops'),
  check(
    'jobs/clip-stops.ts',
    'return isPriceRise(suspect, await clipStops.list()) ? undefined : suspect',
    'return undefined',
    'jobs/worker/clip-stops',
  ),
  check(
    'core/ledger/price-book.ts',
    'highestOf(price, believed(price, without(uploader, newestFirst)))',
    'highestOf(price, believed(price, newestFirst))',
    'core/ledger/learned-price',
    'jobs/worker/clip-stops',
  ),
  check(
    'core/ledger/price-book.ts',
    'highestOf(price, believed(price, without(uploader, newestFirst)))',
    'highestOf(price, without(uploader, newestFirst))',
    'core/ledger/learned-price',
    'jobs/worker/clip-stops',
  ),
  check(
    'core/ledger/price-book.ts',
    'return limit === undefined || sample.perUnit <= limit ? sample : { ...sample, perUnit: limit }',
    'return limit === undefined ? sample : sample',
    'core/ledger/learned-price',
  ),
]

/** Amounts and tasks reported by the audio service. */
const service: readonly SecurityCheck[] = [
  check('jobs/worker/costs.ts', 'if (estimate > held * absurdTimes) {', 'if (false) {', 'jobs/worker/prices'),
  check(
    'jobs/worker/costs.ts',
    'if (estimate * absurdTimes >= held) return estimate',
    'if (true) return estimate',
    'jobs/worker/prices',
  ),
  check(
    'jobs/worker/find-own-task.ts',
    'deps.callbacks?.isAddressOf(job.id, looked.webhookUrl)',
    'true',
    'jobs/worker/callbacks',
  ),
]

/** Prices forged by a clip or reported wrongly by the service. */
export const priceChecks: readonly SecurityCheck[] = [...forged, ...service]
