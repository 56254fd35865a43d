import { check, type SecurityCheck } from './check.ts'

const inDashboard = (
  file: string,
  code: string,
  without: string,
  ...tests: readonly string[]
): SecurityCheck =>
  check(
    `app/dashboard/${file}.ts`,
    code,
    without,
    ...(tests.length === 0 ? ['sign-in'] : tests).map((test) => `app/dashboard/${test}`),
  )

/** Signing in, and sessions. */
const session: readonly SecurityCheck[] = [
  inDashboard('sessions', 'if (!timingSafeEqual(digest(token), key)) {', 'if (false) {'),
  inDashboard(
    'sessions',
    "if (text === '' || !sessions.isSigned(text, mac)) return false",
    "if (text === '') return false",
  ),
  inDashboard('sessions', 'return ageMs < sessionMs', 'return true'),
  inDashboard('sessions', "if (waitMs > 0) return { status: 'too_many', waitMs }", ''),
  inDashboard('sessions', "encoded !== '' && notes.isSigned(", "encoded !== '' || notes.isSigned("),
  inDashboard('gate', '.filter(sessions.isOpen)', ''),
  inDashboard('gate', 'if (!(await endedSessions.isEnded(session))) return', 'return'),
  inDashboard('gate', 'return reply.redirect(', 'return undefined && reply.redirect('),
  inDashboard('gate', 'HttpOnly; SameSite', 'SameSite'),
  inDashboard('gate', 'SameSite=Strict', 'SameSite=None'),
  inDashboard('dashboard', 'await deps.endedSessions.end(gate.sessionOf(request), sessionMs)', ''),
]

/** Forged forms, and pages embedded or read by other sites. */
const forged: readonly SecurityCheck[] = [
  inDashboard(
    'gate',
    'sessions.isFormToken(gate.sessionOf(request), fieldOf(request, formTokenField))',
    'true',
  ),
  inDashboard('sessions', 'forms.isSigned(session, given)', "given !== ''"),
  inDashboard('gate', 'gate.isOwnForm(request) &&', 'true &&'),
  inDashboard('gate', "if (site !== undefined && site !== 'same-origin') return false", ''),
  inDashboard('gate', "if (mode !== 'navigate') return false", ''),
  inDashboard('gate', "return sent.origin === undefined && site === 'same-origin'", 'return true'),
  inDashboard(
    'gate',
    'return origin === host || (publicUrl !== undefined && origin === hostIn(publicUrl))',
    'return true',
  ),
  inDashboard('dashboard', 'if (!gate.isOwnForm(request))', 'if (false)'),
  inDashboard('gate', "if (goal !== 'document')", 'if (false)'),
  inDashboard('dashboard', '  showToReadersAlone(scope)', ''),
  inDashboard('gate', "'content-security-policy': pagePolicy,", ''),
  inDashboard('gate', "default-src 'none'; style-src", 'style-src'),
  inDashboard('gate', "frame-ancestors 'none'; ", ''),
  inDashboard('gate', "'cache-control': 'no-store',", ''),
  inDashboard('gate', "'cross-origin-opener-policy': 'same-origin',", ''),
  inDashboard('gate', "'cross-origin-resource-policy': 'same-origin',", ''),
  inDashboard('gate', 'bodyLimit: formBytesMax }', '}'),
  inDashboard(
    'dashboard',
    '/^\\/dashboard(?:\\/[\\w%.:-]+)*$/.test(path) ? path : base',
    'path',
    'actions',
    'sign-in',
  ),
  check(
    'app/html.ts',
    "escaped = (text: string): string => text.replaceAll(/[&<>\"']/g, (sign) => entities[sign] ?? '')",
    'escaped = (text: string): string => text',
    'app/dashboard/pages',
  ),
  check('app/html.ts', '/[&<>"\']/g', '/[&<>]/g', 'app/dashboard/pages'),
]

/** The dashboard's actions, and BullMQ's board. */
const actions: readonly SecurityCheck[] = [
  inDashboard('actions', "if (before !== 'new') return before.result ?? underWay", '', 'actions'),
  inDashboard('actions', "if (shown !== '' && shown !== now) refuse", 'if (false) refuse', 'actions'),
  inDashboard('board', 'readOnlyMode: true', 'readOnlyMode: false', 'board'),
  inDashboard(
    'board',
    "if (method !== 'GET' && method !== 'HEAD') return reply.code(405).send()",
    '',
    'board',
  ),
  inDashboard('board', "reply.header('content-security-policy', boardPolicy)", '', 'board'),
  inDashboard('board', "form-action 'none'; frame-src", 'frame-src', 'board'),
  inDashboard('board', "frame-ancestors 'none'; base-uri", 'base-uri', 'board'),
  inDashboard('board', "reply.header('cross-origin-opener-policy', 'unsafe-none')", '', 'board'),
]

/** The operator's dashboard. */
export const dashboardChecks: readonly SecurityCheck[] = [...session, ...forged, ...actions]
