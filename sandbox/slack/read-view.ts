import type { z } from 'zod'
import { pictureProblems } from './contents.ts'
import { limits } from './limits.ts'
import { parseJsonArgument, requireScope } from './method.ts'
import { Refused } from './refusal.ts'
import type { World } from './state.ts'
import { readBy, refuseProblems } from './validation/problems.ts'
import { type HomeView, homeView, type ModalView, modalView } from './validation/view.ts'

const isExternalIdTaken = (world: World, externalId: string, ownId: string | undefined): boolean =>
  [...world.views.values()].some(
    ({ id, isOpen, data }) => isOpen && id !== ownId && data.external_id === externalId,
  )

const readView = <T extends z.ZodType<ModalView | HomeView>>(
  world: World,
  schema: T,
  given: unknown,
  ownId: string | undefined,
): z.output<T> => {
  const value = parseJsonArgument(given, 'invalid_arguments')
  const view = readBy(schema, value, 'invalid_arguments', ['view'])
  refuseProblems(
    'invalid_arguments',
    pictureProblems(world, view.blocks).map((problem) => ({
      ...problem,
      path: ['view', 'blocks', ...problem.path],
    })),
  )
  if (Buffer.byteLength(JSON.stringify(view)) > limits.viewBytes) throw new Refused('view_too_large')
  if (view.external_id && isExternalIdTaken(world, view.external_id, ownId))
    throw new Refused('duplicate_external_id')
  return view
}

/**
 * Reads a form, or throws Slack's refusal; `ownId` is the view that it replaces.
 * An input for files needs the scope to read them:
 * https://docs.slack.dev/reference/block-kit/block-elements/file-input-element
 */
export const readModal = (world: World, given: unknown, ownId?: string): ModalView => {
  const view = readView(world, modalView, given, ownId)
  const takesFiles = view.blocks.some(
    (block) => block.type === 'input' && block.element.type === 'file_input',
  )
  if (takesFiles) requireScope(world, ['files:read'])
  return view
}

/** Reads a home tab, or throws Slack's refusal; `ownId` is the view that it replaces. */
export const readHome = (world: World, given: unknown, ownId: string | undefined): HomeView =>
  readView(world, homeView, given, ownId)
