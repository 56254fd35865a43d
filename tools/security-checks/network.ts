import { check, type SecurityCheck } from './check.ts'

/** Requests to our HTTP server: signatures and sizes. */
const incoming: readonly SecurityCheck[] = [
  check(
    'app/signer.ts',
    'derived.map((key) => isSame(macOf(key, text), mac)).includes(true)',
    'true',
    'app/file-links',
  ),
  check(
    'app/signer.ts',
    'new Uint8Array(), purpose, keyBytes',
    "new Uint8Array(), '', keyBytes",
    'app/file-links',
    'app/callback-addresses',
  ),
  check('app/file-links.ts', 'isOurs && nowMs < Number(untilSeconds) * 1000', 'isOurs', 'app/file-links'),
  check(
    'app/callback-addresses.ts',
    'jobId !== undefined && signer.isSigned(jobId, mac)',
    'jobId !== undefined',
    'app/callback-addresses',
  ),
  check(
    'app/callback-addresses.ts',
    'jobOf(address.slice(at + 1)) === jobId',
    'jobOf(address.slice(at + 1)) !== undefined',
    'app/callback-addresses',
  ),
  check('app/http/echo.ts', 'signer.isSigned(nonce, given)', 'true', 'app/http/echo'),
  check('app/http/metrics-route.ts', 'if (!isRight) return', 'if (false) return', 'app/http/metrics-route'),
  check(
    'app/http/http-server.ts',
    'else if (!isKnown(code)) reply.code(204).send()',
    '',
    'app/http/callback-route',
  ),
  check(
    'app/http/http-server.ts',
    "{ parseAs: 'string', bodyLimit: callbackBytesMax },",
    "{ parseAs: 'string' },",
    'app/http/callback-route',
  ),
  check(
    'app/http/http-server.ts',
    'server.server.maxConnections = connectionsMax',
    '',
    'app/http/http-server',
  ),
  check(
    'app/http/body-budget.ts',
    'if (heldBytes + bytes > unreadBytesMax) {',
    'if (false) {',
    'app/http/body-budget',
  ),
  check(
    'app/http/body-budget.ts',
    "headers['transfer-encoding'] === undefined",
    'true',
    'app/http/body-budget',
  ),
  check('app/http/file-route.ts', "'content-disposition': 'attachment',", '', 'app/http/file-route'),
  check('app/http/file-route.ts', "'x-content-type-options': 'nosniff',", '', 'app/http/file-route'),
  check('jobs/worker/clips.ts', ' || !isRunning(job)) return', ') return', 'jobs/worker/serve-clip'),
  check(
    'jobs/worker/clips.ts',
    "if (inHand >= atOnceMax) return { status: 'later' }",
    '',
    'jobs/worker/serve-clip',
  ),
]

/** Requests to other servers, and their responses. */
const outgoing: readonly SecurityCheck[] = [
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
  check('app/download.ts', 'if (agent === undefined) throw notAllowed(url)', '', 'app/download'),
  check('app/download.ts', 'if (agent === undefined) return false', '', 'app/download'),
  check(
    'app/download.ts',
    'isOwnOrigin(origin, privateOrigins) ? inside : outside',
    'inside',
    'app/download',
    'app/public-agent',
  ),
  check('app/download.ts', 'if (bytes + byteLength > bytesMax) throw tooLarge(bytesMax)', '', 'app/download'),
  check('app/download.ts', 'statusCode !== 200 || told > bytesMax', 'told > bytesMax', 'app/download'),
  check('audio-api/transport.ts', 'if (bytes > bodyBytesMax)', 'if (false)', 'audio-api/look-up'),
  check(
    'audio-api/transport.ts',
    'withoutKey(await readText(body, call), apiKey)',
    'await readText(body, call)',
    'audio-api/submit',
  ),
  check(
    'audio-api/transport.ts',
    'isEstablished ||= result[0] === null',
    'isEstablished = false',
    'audio-api/submit',
  ),
  check('audio-api/answer.ts', '/^https?:$/.test(new URL(text).protocol)', 'true', 'audio-api/task-result'),
  check(
    'audio-api/task-result.ts',
    'title: withoutSecrets(',
    'title: ((text: string | undefined) => text)(',
    'audio-api/secrets',
  ),
  check(
    'audio-api/task-result.ts',
    'transcription: withoutSecrets(asText(answer.transcription)),',
    'transcription: asText(answer.transcription),',
    'audio-api/secrets',
  ),
  check(
    'audio-api/submission.ts',
    'withoutSecrets(asText(answer.lyrics))',
    'asText(answer.lyrics)',
    'audio-api/secrets',
  ),
  check('app/setting-names.ts', "...(check === '0' ? [uncheckedProblem] : []),", '', 'app/setting-names'),
  check(
    'app/config-secrets.ts',
    "return protocol === 'http:' && !isLocal(hostname)",
    'return false',
    'app/config-secrets',
  ),
  check(
    'app/local-host.ts',
    '/^(localhost|127(\\.\\d+){3}|\\[::1\\])$/',
    '/^(localhost|127(\\.\\d+){3}|\\[::1\\])/',
    'app/config-secrets',
  ),
]

/** HTTP in both directions. */
export const networkChecks: readonly SecurityCheck[] = [...incoming, ...outgoing]
