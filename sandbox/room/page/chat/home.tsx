import type { KnownBlock } from '@slack/types'
import type { SeenHome } from '../../../control/seen-places.ts'
import { Block } from '../slack/block.tsx'
import { Drawn } from './drawn.tsx'
import { placeChoices } from './place-choices.ts'
import type { ChatState } from './use-chat.ts'

type Tab = 'home' | 'messages'

const tabs = { home: 'Home', messages: 'Messages' } as const satisfies Record<Tab, string>

/** The tabs of a Slack app: https://docs.slack.dev/surfaces/app-home */
export const HomeTabs = ({ isHomeOpen, open }: { isHomeOpen: boolean; open(tab: Tab): void }) => (
  <nav class="tabs" aria-label="Tabs of the app">
    {(['home', 'messages'] as const).map((tab) => (
      <button
        key={tab}
        type="button"
        aria-current={isHomeOpen === (tab === 'home') ? 'page' : undefined}
        onClick={() => open(tab)}
      >
        {tabs[tab]}
      </button>
    ))}
  </nav>
)

/** What the bot shows somebody on its Home tab. */
export const Home = ({ chat, home: { id, blocks } }: { chat: ChatState; home: SeenHome }) => (
  <section class="home" aria-label={tabs.home}>
    <div>
      <Drawn what="This page" version={JSON.stringify(blocks)}>
        {(blocks as readonly KnownBlock[]).map(
          (
            block, // as Slack's API has them
          ) => (
            <Block
              key={block.block_id}
              block={block}
              images={[]}
              choicesOfPlace={placeChoices(chat)}
              nameOf={chat.nameOf}
              press={(button, values) =>
                void chat.perform({
                  press: { message: id ?? '', button, ...(values !== undefined && { values }) },
                })
              }
            />
          ),
        )}
      </Drawn>
    </div>
  </section>
)
