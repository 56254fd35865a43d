import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { elsewhereBody, keepElsewhere } from './elsewhere.ts'
import { plan } from './faults/plans.ts'
import { BadRequest } from './kit/bad-request.ts'
import { InvalidFault } from './kit/faults/invalid-fault.ts'
import { parse } from './kit/faults/reading.ts'
import { happenedSince } from './kit/happened-since.ts'
import { settingsChange } from './settings.ts'
import type { Studio } from './studio.ts'
import { takeTurn } from './tasks/submission.ts'
import { hasEnded, type Task } from './tasks/task.ts'

/** What a caller can wait for: the first file of a task, or its end. */
const milestones: Readonly<Record<string, (task: Task) => boolean>> = {
  output: ({ outputs }) => outputs.some(({ audioUrl }) => audioUrl !== ''),
  end: hasEnded,
}

const credits = z.number().min(0)
const balanceBody = z.strictObject({ balance: credits })
const keyBody = z.strictObject({ key: z.string().min(1).optional(), balance: credits.default(100) })
const longestMoveMs = 366 * 24 * 60 * 60_000
const clockBody = z.strictObject({ advanceMs: z.int().min(0).max(longestMoveMs) })
const webhooksQuery = z.strictObject({ task_id: z.string().optional() })
const notFound = { error: 'Not Found' }

/** What makes no sense is told as the sandbox's control tells it. */
const answerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof BadRequest || error instanceof InvalidFault)
      return reply.code(400).send({ error: error.message, field: error.field })
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    return reply.code(status).send({ error: String(error) })
  })
}

const serveRefusals = (app: FastifyInstance, { refusals }: Studio): void => {
  app.get('/refusals', () => ({ refusals: refusals.list() }))
  app.delete('/refusals', (_request, reply) => {
    refusals.clear()
    return reply.code(204).send()
  })
}

const serveRecord = (app: FastifyInstance, { record }: Studio): void => {
  app.get('/requests', () => ({ requests: record.requests() }))
  app.get('/wire', (request) => happenedSince(record, request.query))
}

/** `next` is short for the fault `task`. */
const serveFaults = (app: FastifyInstance, { faults, plans, outbox }: Studio): void => {
  app.post('/next', (request, reply) => {
    plans.add(parse(plan, request.body))
    return reply.code(204).send()
  })
  app.delete('/next', (_request, reply) => {
    plans.clear()
    return reply.code(204).send()
  })
  app.post('/faults', async (request, reply) => {
    await faults.add(request.body)
    return reply.code(204).send()
  })
  app.delete('/faults', async (_request, reply) => {
    await faults.clear()
    await outbox.letAllGo()
    return reply.code(204).send()
  })
}

/** What its account has paid for a task so far. */
const paidFor = (task: Task): number => (hasEnded(task) ? (task.cost ?? 0) : task.creditEstimate)

type Waiting = { readonly Params: { readonly taskId: string; readonly milestone: string } }
type OfTask = { readonly Params: { readonly taskId: string } }

const serveTasks = (app: FastifyInstance, studio: Studio, apiKey: string): void => {
  const { tasks, outbox } = studio
  app.post('/tasks', async (request) => {
    const made = parse(elsewhereBody, request.body)
    return { taskId: await keepElsewhere(studio, made.key ?? apiKey, made) }
  })
  app.get('/tasks/unfinished', async () => ({
    tasks: (await tasks.unfinished()).map(({ taskId }) => taskId),
  }))
  app.get('/tasks', async () => ({
    tasks: (await tasks.all()).map((task) => {
      const { taskId, feature, status, webhookUrl } = task
      return { taskId, feature, status, webhookUrl, paid: paidFor(task) }
    }),
  }))
  app.get<OfTask>('/tasks/:taskId/until/told', async ({ params: { taskId } }, reply) => {
    const task = await tasks.until(taskId, hasEnded)
    if (task === undefined) return reply.code(404).send(notFound)
    await outbox.tried(taskId)
    return { status: task.status }
  })
  app.get<Waiting>('/tasks/:taskId/until/:milestone', async ({ params }, reply) => {
    const isReached = milestones[params.milestone]
    const task = isReached === undefined ? undefined : await tasks.until(params.taskId, isReached)
    return task === undefined ? reply.code(404).send(notFound) : { status: task.status }
  })
  app.post<OfTask>('/tasks/:taskId/go', async ({ params: { taskId } }, reply) => {
    const task = await tasks.byTaskId(taskId)
    if (task?.plan.neverEnds !== true || hasEnded(task)) return reply.code(404).send(notFound)
    const going = { ...task, plan: { ...task.plan, neverEnds: false } }
    await tasks.update(taskId, (latest) => ({ ...latest, plan: going.plan }))
    void takeTurn(studio, going)
    return reply.code(204).send()
  })
}

type OfWebhook = { readonly Params: { readonly id: string } }

const serveWebhooks = (app: FastifyInstance, { outbox }: Studio): void => {
  app.get('/webhooks', async (request) => {
    const { task_id: taskId } = parse(webhooksQuery, request.query)
    return { webhooks: await outbox.list(taskId) }
  })
  app.post<OfWebhook>('/webhooks/:id/send', async ({ params: { id } }, reply) => {
    const answer = await outbox.letGo(id)
    return answer === undefined ? reply.code(404).send(notFound) : { answer }
  })
}

type OfKey = { readonly Params: { readonly key: string } }

const serveAccounts = (app: FastifyInstance, { accounts, counters }: Studio, apiKey: string): void => {
  const read = async (key: string, reply: FastifyReply) => {
    const account = await accounts.byKey(key)
    return account === undefined ? reply.code(404).send(notFound) : { key, balance: await account.balance() }
  }
  const write = async (key: string, body: unknown, reply: FastifyReply) => {
    const { balance } = parse(balanceBody, body)
    const account = await accounts.byKey(key)
    if (account === undefined) return reply.code(404).send(notFound)
    await account.setBalance(balance)
    return reply.code(204).send()
  }
  app.get('/account', async () => ({ balance: await (await accounts.byKey(apiKey))?.balance() }))
  app.put('/account', (request, reply) => write(apiKey, request.body, reply))
  app.get('/accounts', async () => ({ keys: await accounts.keys() }))
  app.post('/accounts', async (request) => {
    const { key = randomBytes(24).toString('base64url'), balance } = parse(keyBody, request.body ?? {})
    await accounts.open(key, balance)
    return { key, balance }
  })
  app.get<OfKey>('/accounts/:key', ({ params }, reply) => read(params.key, reply))
  app.put<OfKey>('/accounts/:key', ({ params, body }, reply) => write(params.key, body, reply))
  app.get('/counters', () => counters.read())
}

/** Only what is given changes; the clock moves forward, and what falls due on the way happens. */
const serveSettings = (app: FastifyInstance, studio: Studio): void => {
  app.get('/settings', () => studio.settings)
  app.put('/settings', (request) => {
    studio.changeSettings(parse(settingsChange, request.body))
    return studio.settings
  })
  app.post('/clock', (request) => {
    studio.clock.advance(parse(clockBody, request.body).advanceMs)
    return { nowMs: studio.clock.now() }
  })
}

/**
 * The control path: what tests and the sandbox arrange and look at. The service itself has nothing like it.
 */
export const serveControl = (app: FastifyInstance, studio: Studio, apiKey: string): void => {
  app.register(
    (control, _options, done) => {
      answerErrors(control)
      serveRefusals(control, studio)
      serveRecord(control, studio)
      serveFaults(control, studio)
      serveTasks(control, studio, apiKey)
      serveWebhooks(control, studio)
      serveAccounts(control, studio, apiKey)
      serveSettings(control, studio)
      done()
    },
    { prefix: '/_studio' },
  )
}
