import { ComponentType, SeparatorSpacingSize } from 'discord-api-types/v10'
import { z } from 'zod'
import { limits } from '../limits.ts'
import {
  button,
  channelSelect,
  componentId,
  mentionableSelect,
  roleSelect,
  stringSelect,
  userSelect,
} from './controls.ts'
import { between, complain, maybe, type Problem, problemIf } from './problems.ts'

const mediaItem = z.strictObject({
  url: z.string().superRefine((value, context) => {
    if (!/^(https?|attachment):\/\/./.test(value))
      complain(context, 'URL_TYPE_INVALID_SCHEME', 'Scheme must be one of (http, https, attachment).')
  }),
})

const fileReference = z.strictObject({
  url: z.string().superRefine((value, context) => {
    if (!/^attachment:\/\/./.test(value))
      complain(
        context,
        'UNFURLED_MEDIA_ITEM_ATTACHMENT_REQUIRED',
        'Only attachment://<filename> may be used here.',
      )
  }),
})

const mediaDescription = maybe(between(z.string(), 1, limits.mediaDescription))

const inRow = z.discriminatedUnion('type', [
  button,
  stringSelect,
  userSelect,
  roleSelect,
  mentionableSelect,
  channelSelect,
])

const actionRow = z.strictObject({
  type: z.literal(ComponentType.ActionRow),
  id: componentId,
  components: between(z.array(inRow), 1, limits.buttonsPerRow).superRefine((parts, context) => {
    const menuAt = parts.findIndex(({ type }) => type !== ComponentType.Button)
    if (menuAt >= 0 && parts.length > 1)
      complain(
        context,
        'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
        'The specified component exceeds the maximum width',
        [menuAt],
      )
  }),
})

const textDisplay = z.strictObject({
  type: z.literal(ComponentType.TextDisplay),
  id: componentId,
  content: between(z.string(), 1, limits.textDisplay),
})

const thumbnail = z.strictObject({
  type: z.literal(ComponentType.Thumbnail),
  id: componentId,
  media: mediaItem,
  description: mediaDescription,
  spoiler: maybe(z.boolean()),
})

const section = z.strictObject({
  type: z.literal(ComponentType.Section),
  id: componentId,
  components: between(z.array(textDisplay), 1, limits.sectionTexts),
  accessory: z.discriminatedUnion('type', [button, thumbnail]),
})

const mediaGallery = z.strictObject({
  type: z.literal(ComponentType.MediaGallery),
  id: componentId,
  items: between(
    z.array(z.strictObject({ media: mediaItem, description: mediaDescription, spoiler: maybe(z.boolean()) })),
    1,
    limits.galleryItems,
  ),
})

const file = z.strictObject({
  type: z.literal(ComponentType.File),
  id: componentId,
  file: fileReference,
  spoiler: maybe(z.boolean()),
})

const separator = z.strictObject({
  type: z.literal(ComponentType.Separator),
  id: componentId,
  divider: maybe(z.boolean()),
  spacing: maybe(z.literal([SeparatorSpacingSize.Small, SeparatorSpacingSize.Large])),
})

const container = z.strictObject({
  type: z.literal(ComponentType.Container),
  id: componentId,
  accent_color: maybe(z.int().min(0).max(limits.embedColor)),
  spoiler: maybe(z.boolean()),
  components: between(
    z.array(z.discriminatedUnion('type', [actionRow, textDisplay, section, mediaGallery, file, separator])),
    1,
    limits.components,
  ),
})

/** A top-level part of a message. https://docs.discord.com/developers/components/reference */
export const messageComponent = z.discriminatedUnion('type', [
  actionRow,
  textDisplay,
  section,
  mediaGallery,
  file,
  separator,
  container,
])

export type MessageComponent = z.output<typeof messageComponent>
type InContainer = z.output<typeof container>['components'][number]
type InRow = z.output<typeof inRow>
type Nested = InContainer | InRow | z.output<typeof thumbnail>

/** Any part of a message, top-level or nested, with its place. */
export type PlacedComponent = {
  readonly path: readonly PropertyKey[]
  readonly part: MessageComponent | Nested
}

const childrenOf = (
  part: MessageComponent | Nested,
): readonly { key: readonly PropertyKey[]; part: Nested }[] => {
  switch (part.type) {
    case ComponentType.ActionRow:
    case ComponentType.Container:
      return part.components.map((child, index) => ({ key: ['components', index], part: child }))
    case ComponentType.Section:
      return [
        ...part.components.map((child, index) => ({ key: ['components', index], part: child })),
        { key: ['accessory'], part: part.accessory },
      ]
    default:
      return []
  }
}

const withNested = ({ path, part }: PlacedComponent): readonly PlacedComponent[] => [
  { path, part },
  ...childrenOf(part).flatMap((child) => withNested({ path: [...path, ...child.key], part: child.part })),
]

/** Every part of a message, outermost first. */
export const allComponents = (top: readonly MessageComponent[]): readonly PlacedComponent[] =>
  top.flatMap((part, index) => withNested({ path: [index], part }))

const duplicateIds = (placed: readonly PlacedComponent[]): readonly Problem[] => {
  const controls = placed.flatMap(({ path, part }) =>
    'custom_id' in part && part.custom_id !== undefined ? [{ path, customId: part.custom_id }] : [],
  )
  return controls.flatMap(({ path, customId }, index) =>
    problemIf(
      controls.findIndex((other) => other.customId === customId) < index,
      [...path, 'custom_id'],
      'COMPONENT_CUSTOM_ID_DUPLICATED',
      'Component custom id cannot be duplicated',
    ),
  )
}

/** Nought stands for none. https://docs.discord.com/developers/components/reference#anatomy-of-a-component */
const repeatedIds = (placed: readonly PlacedComponent[]): readonly Problem[] => {
  const ids = placed.map(({ part }) => part.id ?? 0)
  return placed.flatMap(({ path, part }, index) =>
    problemIf(
      Boolean(part.id) && ids.indexOf(part.id ?? 0) < index,
      [...path, 'id'],
      'SET_TYPE_NOT_UNIQUE',
      'The values must differ',
    ),
  )
}

const legacyProblems = (top: readonly MessageComponent[]): readonly Problem[] => [
  ...problemIf(
    top.length > limits.rows,
    [],
    'BASE_TYPE_MAX_LENGTH',
    `Must be ${limits.rows} or fewer in length.`,
  ),
  ...top.flatMap(({ type }, index) =>
    problemIf(
      type !== ComponentType.ActionRow,
      [index, 'type'],
      'UNION_TYPE_CHOICES',
      'Value of field "type" must be one of (1,).',
    ),
  ),
]

const totalProblems = (placed: readonly PlacedComponent[]): readonly Problem[] => {
  const texts = placed.flatMap(({ part }) => (part.type === ComponentType.TextDisplay ? [part.content] : []))
  return [
    ...problemIf(
      placed.length > limits.components,
      [],
      'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
      `The maximum number of total components is ${limits.components}`,
    ),
    ...problemIf(
      texts.reduce((sum, text) => sum + text.length, 0) > limits.textDisplaySum,
      [],
      'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
      `Displayable text must not exceed ${limits.textDisplaySum} characters`,
    ),
  ]
}

/** What the parts of a message must obey together, with paths that start inside `components`. */
export const componentProblems = (
  top: readonly MessageComponent[],
  isComponentsV2: boolean,
): readonly Problem[] => {
  const placed = allComponents(top)
  return [
    ...duplicateIds(placed),
    ...repeatedIds(placed),
    ...(isComponentsV2 ? totalProblems(placed) : legacyProblems(top)),
  ]
}

/** Every address in the parts that may name an uploaded file, with its place. */
export const componentMedia = (
  top: readonly MessageComponent[],
): readonly { path: readonly PropertyKey[]; url: string }[] =>
  allComponents(top).flatMap(({ path, part }) => {
    switch (part.type) {
      case ComponentType.Thumbnail:
        return [{ path: [...path, 'media', 'url'], url: part.media.url }]
      case ComponentType.File:
        return [{ path: [...path, 'file', 'url'], url: part.file.url }]
      case ComponentType.MediaGallery:
        return part.items.map(({ media }, index) => ({
          path: [...path, 'items', index, 'media', 'url'],
          url: media.url,
        }))
      default:
        return []
    }
  })
