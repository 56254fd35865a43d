import { check, type SecurityCheck } from './check.ts'

/** Links from members. */
const links: readonly SecurityCheck[] = [
  check('core/clip/link.ts', 'if (!isPublicHost(url.hostname))', 'if (false)', 'core/clip/public-host'),
  check('core/clip/link.ts', "if (url.protocol === 'http:')", 'if (false)', 'core/clip/link'),
  check('core/clip/link.ts', "return url.port === ''", 'return true', 'core/clip/link'),
  check(
    'core/clip/link.ts',
    "url.hostname = url.hostname.replace(/\\.$/, '')",
    '',
    'core/clip/link',
    'core/clip/public-host',
  ),
  check(
    'core/clip/link.ts',
    "if (url.username !== '' || url.password !== '')",
    'if (false)',
    'core/clip/link',
  ),
  check(
    'core/clip/link.ts',
    'return path === undefined || /\\/(ephemeral-)?attachments\\//.test(path)',
    "return /\\/(ephemeral-)?attachments\\//.test(path ?? '')",
    'core/clip/link',
  ),
  check(
    'core/clip/link.ts',
    'return decodeURIComponent(pathname).replaceAll',
    'return pathname.replaceAll',
    'core/clip/link',
  ),
  check(
    'core/clip/link.ts',
    "parts.length > 1 ? ['…', ...parts.slice(-1)] : parts",
    'parts',
    'jobs/messages/closing',
  ),
  check(
    'core/clip/public-host.ts',
    'if (!carriers.includes(groups.slice(0, 6).join',
    'if (true || !carriers.includes(groups.slice(0, 6).join',
    'core/clip/public-host',
  ),
  check(
    'jobs/request/read-whole.ts',
    "const read = link === undefined || clipLinks !== 'off' ? link : switchedOff(label)",
    'const read = link',
    'jobs/request/clip-checks',
  ),
  check(
    'jobs/request/read-whole.ts',
    'read.ok && clips.length > 0 ? unmeasuredProblems(deps.clipLinks, read.prepared) : []',
    '[]',
    'jobs/request/clip-checks',
  ),
  check(
    'jobs/request/read-whole.ts',
    '...unmeasuredProblems(deps.clipLinks, prepared),',
    '',
    'jobs/request/decide',
  ),
  check(
    'jobs/request/decide.ts',
    "return ruledOut('clip')",
    "return { status: 'allowed', notes: {} }",
    'jobs/request/decide',
  ),
]

/** Reading and measuring a clip's file. */
const files: readonly SecurityCheck[] = [
  check('app/clip-probe.ts', 'env: {},', '', 'app/clip-probe'),
  check('app/clip-probe.ts', '`--max-old-space-size=', '`--max-old-space-size=9', 'app/clip-probe'),
  check('app/clip-probe.ts', 'timeout: timeoutMs,', '', 'app/clip-probe'),
  check(
    'app/clip-folder.ts',
    "open(path, 'wx', 0o600)",
    "open(path, 'wx')",
    'app/clip-folder',
    'app/clip-reader',
  ),
  check(
    'app/clip-folder.ts',
    'return mkdtemp(join(parent, prefix))',
    'return parent',
    'app/clip-folder',
    'app/clip-reader',
  ),
  check(
    'jobs/worker/clip-length.ts',
    'if (!isCharged || unreadMinutes >= longestMinutes || !isTooLong(seconds, heldSeconds, contentType))',
    'if (true)',
    'jobs/worker/by-the-minute',
  ),
]

/** Links and files that members give as clips. */
export const clipInputChecks: readonly SecurityCheck[] = [...links, ...files]
