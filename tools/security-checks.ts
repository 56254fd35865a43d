import type { Mutant } from './mutants.ts'

/** A check that keeps somebody out, what stands there without it, and the test files that have to notice. */
export interface SecurityCheck {
  readonly path: string
  /** Code of one line that is there once. */
  readonly check: string
  readonly without: string
  readonly tests: readonly string[]
}

const check = (path: string, code: string, without: string, ...tests: readonly string[]): SecurityCheck => ({
  path: `src/${path}`,
  check: code,
  without,
  tests: tests.map((test) => `test/${test}.test.ts`),
})

/** Whose a thing is, and who may use it. */
const access: readonly SecurityCheck[] = [
  check(
    'core/job/access.ts',
    "if (!isOfAccount(job.target, requester.target)) return 'unknown'",
    '',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    'requester.seesPlace === true && isOpen(job))',
    'isOpen(job))',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    'isTheirs(job, target) || (isAdmin && !isForRequesterAlone(job))',
    'isTheirs(job, target) || isAdmin',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    'return when(isOfAccount(thing.job.target, target))',
    'return when(true)',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    'return when(isOfAccount(thing.approval.request.target, target))',
    'return when(true)',
    'core/job/access',
  ),
  check(
    'core/job/access.ts',
    "return thing.draft.member === target.member ? 'allowed' : 'told'",
    "return 'allowed'",
    'core/job/access',
  ),
  check(
    'jobs/request/utility.ts',
    'if (!invocation.isAdmin) return adminsOnly(name, invocation, instead)',
    '',
    'jobs/request/rights',
  ),
  check(
    'jobs/request/admit.ts',
    'if (!seesChannel && !isHere(invocation.target, place))',
    'if (false)',
    'jobs/request/in-name-of-place',
  ),
]

/** What a request may contain, and whose clips it may use. */
const requests: readonly SecurityCheck[] = [
  check(
    'jobs/request/request.ts',
    'if (wordProblems.length > 0)',
    'if (false)',
    'jobs/request/refused-words',
  ),
  check(
    'jobs/request/request.ts',
    "if (consent !== undefined && consent.status !== 'allowed') return answered(consent.answer)",
    '',
    'jobs/request/consent',
  ),
  check('core/command/consent.ts', "if (answer === 'decline') return 'declined'", '', 'core/command/consent'),
  check(
    'core/command/consent.ts',
    "if (isUnowned && !isPermitted) return 'needs_permission'",
    '',
    'core/command/consent',
  ),
  check(
    'jobs/request/decide.ts',
    "return ruledOut('words')",
    "return { status: 'allowed', notes: {} }",
    'jobs/request/decide',
  ),
  check('core/text/refused-words.ts', '...neutral(text)', '...text', 'core/text/refused-words'),
]

/** Addresses, signatures and keys. */
const network: readonly SecurityCheck[] = [
  check('core/clip/link.ts', 'if (!isPublicHost(url.hostname))', 'if (false)', 'core/clip/public-host'),
  check('core/clip/link.ts', "if (url.protocol === 'http:')", 'if (false)', 'core/clip/link'),
  check(
    'core/clip/link.ts',
    "if (url.username !== '' || url.password !== '')",
    'if (false)',
    'core/clip/link',
  ),
  check(
    'core/clip/public-host.ts',
    'if (!carriers.includes(groups.slice(0, 6).join',
    'if (true || !carriers.includes(groups.slice(0, 6).join',
    'core/clip/public-host',
  ),
  check(
    'app/public-agent.ts',
    'if (isIP(address) !== 0 && !isPublic(address)) callback',
    'if (false) callback',
    'app/public-agent',
  ),
  check(
    'app/public-agent.ts',
    'if (inside !== undefined) callback',
    'if (inside === null) callback',
    'app/public-agent',
  ),
  check(
    'app/signer.ts',
    'derived.map((key) => isSame(macOf(key, text), mac)).includes(true)',
    'true',
    'app/file-links',
  ),
  check('app/file-links.ts', 'isOurs && nowMs < Number(untilSeconds) * 1000', 'isOurs', 'app/file-links'),
  check('app/http/metrics-route.ts', 'if (!isRight) return', 'if (false) return', 'app/http/metrics-route'),
  check(
    'bots/slack/incoming/http.ts',
    'if (looksLikeSlacks(request, nowMs)) return bodyBytesMax',
    'if (true) return bodyBytesMax',
    'bots/slack/incoming/http',
  ),
  check(
    'redis/sealer.ts',
    'createCipheriv(cipher, key, iv).setAAD(Buffer.from(place))',
    'createCipheriv(cipher, key, iv)',
    'redis/sealer',
  ),
]

/** What others wrote, and what nobody may read. */
const texts: readonly SecurityCheck[] = [
  check('core/text/text.ts', ".replaceAll(invisible, '$1')", '', 'core/text/text'),
  check('core/text/text.ts', ".replaceAll(markFlood, '$1')", '', 'core/text/text'),
  check('bots/discord/render/render.ts', '= neutralTexts(message)', '= message', 'hostile/fuzz'),
  check(
    'bots/slack/render/render.ts',
    'const message = neutralTexts(given)',
    'const message = given',
    'hostile/fuzz',
  ),
  check(
    'bots/discord/render/render.ts',
    ".replaceAll(/[\\\\*_~`|[]/g, '\\\\$&')",
    '',
    'bots/discord/render/render',
  ),
  check(
    'bots/slack/render/rich-text.ts',
    "text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')",
    'text',
    'bots/slack/render/fact-line',
    'bots/slack/render/render',
  ),
  check('core/ledger/export.ts', '/^[=+\\-@＝＋－＠\\t\\r\\n]/.test(value)', 'false', 'core/ledger/export'),
  check('app/log.ts', 'write(withoutSecrets(blotted))', 'write(blotted)', 'app/log'),
  check(
    'app/log.ts',
    "for (const secret of written) blotted = blotted.replaceAll(secret, '[secret]')",
    '',
    'app/log',
  ),
]

/** The checks that keep people out: each one's removal has to make a test fail. */
export const securityChecks: readonly SecurityCheck[] = [...access, ...requests, ...network, ...texts]

/** The removal of a check from its file. Throws if the check is not there, or more than once. */
export const removalOf = ({ path, check: right, without: wrong }: SecurityCheck, source: string): Mutant => {
  const lines = source.split('\n')
  const found = lines.flatMap((line, index) => (line.includes(right) ? [index] : []))
  const [index] = found
  if (index === undefined || found.length > 1) throw new Error(`${path} has ${found.length} times: ${right}`)
  return { path, line: index + 1, column: lines[index]?.indexOf(right) ?? 0, right, wrong }
}
