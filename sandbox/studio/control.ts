import type { FastifyInstance } from 'fastify'
import { isPlan } from './plans.ts'
import type { Studio } from './studio.ts'
import { hasEnded, type Task } from './task.ts'

const isBalance = (given: unknown): given is { readonly balance: number } =>
  typeof given === 'object' &&
  given !== null &&
  'balance' in given &&
  typeof given.balance === 'number' &&
  given.balance >= 0

/** What a caller can wait for: the first file of a task, or its end. */
const milestones: Readonly<Record<string, (task: Task) => boolean>> = {
  output: ({ outputs }) => outputs.some(({ audioUrl }) => audioUrl !== ''),
  end: hasEnded,
}

type Waiting = { readonly Params: { readonly taskId: string; readonly milestone: string } }

/** The control path: what tests and the sandbox arrange and look at. The service itself has nothing like it. */
export const serveControl = (
  app: FastifyInstance,
  { plans, refusals, accounts, tasks }: Studio,
  apiKey: string,
): void => {
  app.get('/_studio/refusals', () => ({ refusals: refusals.list() }))
  app.delete('/_studio/refusals', (_request, reply) => {
    refusals.clear()
    return reply.code(204).send()
  })
  app.post('/_studio/next', (request, reply) => {
    if (!isPlan(request.body)) return reply.code(422).send({ message: 'Not a plan for a submission' })
    plans.add(request.body)
    return reply.code(204).send()
  })
  app.delete('/_studio/next', (_request, reply) => {
    plans.clear()
    return reply.code(204).send()
  })
  app.get<Waiting>('/_studio/tasks/:taskId/until/:milestone', async ({ params }, reply) => {
    const isReached = milestones[params.milestone]
    const task = isReached === undefined ? undefined : await tasks.until(params.taskId, isReached)
    return task === undefined ? reply.code(404).send({ message: 'Not Found' }) : { status: task.status }
  })
  app.get('/_studio/account', async () => ({ balance: await (await accounts.byKey(apiKey))?.balance() }))
  app.put('/_studio/account', async (request, reply) => {
    if (!isBalance(request.body)) return reply.code(422).send({ message: 'balance must be a number from 0' })
    await (await accounts.byKey(apiKey))?.setBalance(request.body.balance)
    return reply.code(204).send()
  })
}
