import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import type { UIConfig } from '@bull-board/api/typings/app'
import { FastifyAdapter } from '@bull-board/fastify'
import type { FastifyInstance } from 'fastify'
import type { DashboardDeps } from './deps.ts'
import { base } from './gate.ts'

/** Where the board lies. */
export const boardPath = `${base}/queue`

/** The board is a program of its own, from our own address alone. */
export const boardPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'none'; frame-src 'none'; frame-ancestors 'none'; base-uri 'self'"

/** Our letters under the name of those that its page asks another site for. */
export const boardLetters = `${base}/board.css`

/** What its page has that the policy forbids: letters of another site, and what stands there while it loads. */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/<link href="https:[^>]*>/g, `<link href="${boardLetters}" rel="stylesheet">`],
  [/(?<=<div id="root">).*?(?=<\/div>\s*<script )/gs, ''],
]

const uiConfig: UIConfig = {
  boardTitle: 'Tunesmith',
  miscLinks: [{ text: 'Dashboard', url: base }],
  hideRedisDetails: true,
  hideDocsLink: true,
  // It would ask Redis for all of its clients, which our user may not.
  showWorkers: false,
}

/**
 * BullMQ's own board of the queue, for this scope, which has to be behind the gate. It only reads: the queue has no
 * jobs but wake-ups, and what is changed there would go around the records.
 */
export const serveBoard = (scope: FastifyInstance, { bullQueue }: Pick<DashboardDeps, 'bullQueue'>): void => {
  const adapter = new FastifyAdapter().setBasePath(boardPath)
  createBullBoard({
    queues: [new BullMQAdapter(bullQueue, { readOnlyMode: true })],
    serverAdapter: adapter,
    options: { uiConfig },
  })
  scope.addHook('onRequest', async ({ method }, reply) => {
    reply.header('content-security-policy', boardPolicy)
    // Our pages have another policy for openers, so a window that its scripts open with one of them is none of theirs.
    reply.header('cross-origin-opener-policy', 'unsafe-none')
    if (method !== 'GET' && method !== 'HEAD') return reply.code(405).send()
  })
  scope.addHook('onSend', async (_request, _reply, payload: unknown) =>
    typeof payload === 'string' && payload.startsWith('<!DOCTYPE html>')
      ? replaced.reduce((page, [part, by]) => page.replace(part, by), payload)
      : payload,
  )
  void scope.register(adapter.registerPlugin(), { prefix: boardPath })
}
