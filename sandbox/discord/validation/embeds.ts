import { z } from 'zod'
import { limits } from '../limits.ts'
import { complain, maybe } from './problems.ts'

/** The addresses that Discord accepts for pictures; other links must be web addresses. */
const url = (schemes: readonly string[]) =>
  z
    .string()
    .max(limits.embedUrl)
    .superRefine((value, context) => {
      const parsed = URL.canParse(value) ? new URL(value).protocol.slice(0, -1) : undefined
      if (parsed === undefined || !schemes.includes(parsed))
        complain(context, 'URL_TYPE_INVALID_URL', 'Not a well formed URL.')
    })

export const webUrl = url(['http', 'https'])
const mediaUrl = url(['http', 'https', 'attachment'])

const media = z.strictObject({
  url: maybe(mediaUrl),
  width: maybe(z.int()),
  height: maybe(z.int()),
  description: maybe(z.string().max(limits.embedDescription)),
  placeholder: maybe(z.string().max(64)),
  placeholder_version: maybe(z.int()),
  is_animated: maybe(z.boolean()),
  proxy_url: maybe(z.string()),
})

const requiredText = (max: number) =>
  z
    .string()
    .max(max)
    .superRefine((value, context) => {
      if (value.trim() === '') complain(context, 'BASE_TYPE_REQUIRED', 'This field is required')
    })

const dropped = z
  .unknown()
  .transform(() => undefined)
  .optional()

/** https://docs.discord.com/developers/resources/message#embed-object */
export const embed = z.strictObject({
  type: maybe(z.string()),
  url: maybe(webUrl),
  title: maybe(z.string().max(limits.embedTitle)),
  color: maybe(z.int().min(0).max(limits.embedColor)),
  timestamp: maybe(z.iso.datetime({ offset: true, local: true })),
  description: maybe(z.string().max(limits.embedDescription)),
  author: maybe(
    z.strictObject({ name: requiredText(limits.embedAuthor), url: maybe(webUrl), icon_url: maybe(mediaUrl) }),
  ),
  image: maybe(media),
  thumbnail: maybe(media),
  // Only Discord fills these in.
  provider: dropped,
  video: dropped,
  footer: maybe(z.strictObject({ text: z.string().max(limits.embedFooter), icon_url: maybe(mediaUrl) })),
  fields: maybe(
    z
      .array(
        z.strictObject({
          name: requiredText(limits.embedFieldName),
          value: requiredText(limits.embedFieldValue),
          inline: maybe(z.boolean()),
        }),
      )
      .max(limits.embedFields),
  ),
})

export type Embed = z.output<typeof embed>

const textsOf = ({
  title,
  description,
  fields = [],
  footer,
  author,
}: Embed): readonly (string | undefined)[] => [
  title,
  description,
  footer?.text,
  author?.name,
  ...fields.flatMap(({ name, value }) => [name, value]),
]

const trimmedLength = (text: string | undefined) => text?.trim().length ?? 0

/** Whether an embed shows anything at all. */
export const isEmptyEmbed = (candidate: Embed): boolean =>
  textsOf(candidate).every((text) => trimmedLength(text) === 0) &&
  !candidate.image?.url &&
  !candidate.thumbnail?.url

/** The embeds of a message; their texts together have a limit of their own. */
export const embeds = z
  .array(embed)
  .max(limits.embeds)
  .superRefine((list, context) => {
    const total = list.flatMap(textsOf).reduce((sum, text) => sum + trimmedLength(text), 0)
    if (total > limits.embedText)
      complain(context, 'MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${limits.embedText}`)
  })

/** Every address in an embed that may name an uploaded file, with its place. */
export const embedMedia = (
  list: readonly Embed[],
): readonly { path: readonly PropertyKey[]; url: string }[] =>
  list.flatMap(({ image, thumbnail, author, footer }, index) =>
    [
      { path: [index, 'image', 'url'], url: image?.url },
      { path: [index, 'thumbnail', 'url'], url: thumbnail?.url },
      { path: [index, 'author', 'icon_url'], url: author?.icon_url },
      { path: [index, 'footer', 'icon_url'], url: footer?.icon_url },
    ].flatMap(({ path, url }) => (url === undefined ? [] : [{ path, url }])),
  )
