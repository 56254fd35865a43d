{
  "type": 1,
  "name": "settings",
  "description": "See and change defaults and allowed channels",
  "options": [
    {
      "type": 1,
      "name": "show",
      "description": "See and change your defaults here",
      "options": [
        {
          "name": "of",
          "description": "Whose defaults (default: yours; the others are for admins)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Mine",
              "value": "mine"
            },
            {
              "name": "This channel's",
              "value": "channel"
            },
            {
              "name": "Everyone's",
              "value": "server"
            }
          ]
        }
      ]
    },
    {
      "type": 1,
      "name": "mine",
      "description": "Set or clear your own defaults",
      "options": [
        {
          "name": "voice",
          "description": "Singing voice: start typing its name",
          "required": false,
          "type": 3,
          "autocomplete": true,
          "max_length": 200
        },
        {
          "name": "model",
          "description": "Version of the music model",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "v6",
              "value": "v6"
            },
            {
              "name": "v6 pro",
              "value": "v6-pro"
            },
            {
              "name": "v7",
              "value": "v7"
            },
            {
              "name": "v7 pro",
              "value": "v7-pro"
            }
          ]
        },
        {
          "name": "language",
          "description": "Spoken language (default: detected)",
          "required": false,
          "type": 3,
          "autocomplete": true,
          "max_length": 60
        },
        {
          "name": "cover",
          "description": "Make an album cover too",
          "required": false,
          "type": 5
        },
        {
          "name": "seen_by",
          "description": "Who sees it (\"Only me\" goes to your direct messages)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Everyone here",
              "value": "here"
            },
            {
              "name": "Only me",
              "value": "me"
            }
          ]
        },
        {
          "name": "spoiler",
          "description": "Hide audio, cover and lyrics until someone clicks (on Slack, they go to the thread)",
          "required": false,
          "type": 5
        },
        {
          "name": "ready_notice",
          "description": "How to notify you when a result takes over a minute",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Mention",
              "value": "mention"
            },
            {
              "name": "Direct message",
              "value": "direct"
            },
            {
              "name": "Off",
              "value": "off"
            }
          ]
        },
        {
          "name": "confirm_from",
          "description": "Show the price first if a request can cost this much or more",
          "required": false,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "clear",
          "description": "Default to clear",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Voice",
              "value": "voice"
            },
            {
              "name": "Model",
              "value": "model"
            },
            {
              "name": "Language",
              "value": "language"
            },
            {
              "name": "Cover",
              "value": "cover"
            },
            {
              "name": "Seen by",
              "value": "seen_by"
            },
            {
              "name": "Spoiler",
              "value": "spoiler"
            },
            {
              "name": "Ready notice",
              "value": "ready_notice"
            },
            {
              "name": "Confirm from",
              "value": "confirm_from"
            },
            {
              "name": "Everything",
              "value": "everything"
            }
          ]
        }
      ]
    },
    {
      "type": 1,
      "name": "channel",
      "description": "Set or clear a channel's defaults (admins only)",
      "options": [
        {
          "name": "channel",
          "description": "Channel (default: this one)",
          "required": false,
          "type": 7,
          "channel_types": [
            0,
            2,
            5,
            13,
            15
          ]
        },
        {
          "name": "voice",
          "description": "Singing voice: start typing its name",
          "required": false,
          "type": 3,
          "autocomplete": true,
          "max_length": 200
        },
        {
          "name": "model",
          "description": "Version of the music model",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "v6",
              "value": "v6"
            },
            {
              "name": "v6 pro",
              "value": "v6-pro"
            },
            {
              "name": "v7",
              "value": "v7"
            },
            {
              "name": "v7 pro",
              "value": "v7-pro"
            }
          ]
        },
        {
          "name": "language",
          "description": "Spoken language (default: detected)",
          "required": false,
          "type": 3,
          "autocomplete": true,
          "max_length": 60
        },
        {
          "name": "cover",
          "description": "Make an album cover too",
          "required": false,
          "type": 5
        },
        {
          "name": "seen_by",
          "description": "Who sees it (\"Only me\" goes to your direct messages)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Everyone here",
              "value": "here"
            },
            {
              "name": "Only me",
              "value": "me"
            }
          ]
        },
        {
          "name": "spoiler",
          "description": "Hide audio, cover and lyrics until someone clicks (on Slack, they go to the thread)",
          "required": false,
          "type": 5
        },
        {
          "name": "ready_notice",
          "description": "How to notify you when a result takes over a minute",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Mention",
              "value": "mention"
            },
            {
              "name": "Direct message",
              "value": "direct"
            },
            {
              "name": "Off",
              "value": "off"
            }
          ]
        },
        {
          "name": "confirm_from",
          "description": "Show the price first if a request can cost this much or more",
          "required": false,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "clear",
          "description": "Default to clear",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Voice",
              "value": "voice"
            },
            {
              "name": "Model",
              "value": "model"
            },
            {
              "name": "Language",
              "value": "language"
            },
            {
              "name": "Cover",
              "value": "cover"
            },
            {
              "name": "Seen by",
              "value": "seen_by"
            },
            {
              "name": "Spoiler",
              "value": "spoiler"
            },
            {
              "name": "Ready notice",
              "value": "ready_notice"
            },
            {
              "name": "Confirm from",
              "value": "confirm_from"
            },
            {
              "name": "Everything",
              "value": "everything"
            }
          ]
        }
      ]
    },
    {
      "type": 1,
      "name": "server",
      "description": "Set or clear everyone's defaults here (admins only)",
      "options": [
        {
          "name": "voice",
          "description": "Singing voice: start typing its name",
          "required": false,
          "type": 3,
          "autocomplete": true,
          "max_length": 200
        },
        {
          "name": "model",
          "description": "Version of the music model",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "v6",
              "value": "v6"
            },
            {
              "name": "v6 pro",
              "value": "v6-pro"
            },
            {
              "name": "v7",
              "value": "v7"
            },
            {
              "name": "v7 pro",
              "value": "v7-pro"
            }
          ]
        },
        {
          "name": "language",
          "description": "Spoken language (default: detected)",
          "required": false,
          "type": 3,
          "autocomplete": true,
          "max_length": 60
        },
        {
          "name": "cover",
          "description": "Make an album cover too",
          "required": false,
          "type": 5
        },
        {
          "name": "seen_by",
          "description": "Who sees it (\"Only me\" goes to your direct messages)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Everyone here",
              "value": "here"
            },
            {
              "name": "Only me",
              "value": "me"
            }
          ]
        },
        {
          "name": "spoiler",
          "description": "Hide audio, cover and lyrics until someone clicks (on Slack, they go to the thread)",
          "required": false,
          "type": 5
        },
        {
          "name": "ready_notice",
          "description": "How to notify you when a result takes over a minute",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Mention",
              "value": "mention"
            },
            {
              "name": "Direct message",
              "value": "direct"
            },
            {
              "name": "Off",
              "value": "off"
            }
          ]
        },
        {
          "name": "confirm_from",
          "description": "Show the price first if a request can cost this much or more",
          "required": false,
          "type": 10,
          "min_value": 0,
          "max_value": 1000000
        },
        {
          "name": "clear",
          "description": "Default to clear",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Voice",
              "value": "voice"
            },
            {
              "name": "Model",
              "value": "model"
            },
            {
              "name": "Language",
              "value": "language"
            },
            {
              "name": "Cover",
              "value": "cover"
            },
            {
              "name": "Seen by",
              "value": "seen_by"
            },
            {
              "name": "Spoiler",
              "value": "spoiler"
            },
            {
              "name": "Ready notice",
              "value": "ready_notice"
            },
            {
              "name": "Confirm from",
              "value": "confirm_from"
            },
            {
              "name": "Everything",
              "value": "everything"
            }
          ]
        }
      ]
    },
    {
      "type": 1,
      "name": "where",
      "description": "Choose where members can use Tunesmith (admins only)",
      "options": [
        {
          "name": "rule",
          "description": "Rule for the channel or kind (default: just show the rules)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Allow: limit Tunesmith to allowed channels",
              "value": "allow"
            },
            {
              "name": "Refuse: turn Tunesmith off there",
              "value": "refuse"
            },
            {
              "name": "Forget: remove the rule",
              "value": "forget"
            },
            {
              "name": "Everywhere: remove all rules",
              "value": "everywhere"
            }
          ]
        },
        {
          "name": "channel",
          "description": "Channel (default: this one)",
          "required": false,
          "type": 7,
          "channel_types": [
            0,
            2,
            5,
            13,
            15
          ]
        },
        {
          "name": "kind",
          "description": "All channels of this kind instead of one (Discord only)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Age-restricted channels",
              "value": "age_restricted"
            },
            {
              "name": "Announcement channels",
              "value": "announcement"
            }
          ]
        }
      ]
    },
    {
      "type": 1,
      "name": "words",
      "description": "Choose words that requests must not contain (admins only)",
      "options": [
        {
          "name": "words",
          "description": "One per line, or separated by commas. * for any letters, ? for one, none for no words",
          "required": false,
          "type": 3,
          "max_length": 3000
        }
      ]
    },
    {
      "type": 1,
      "name": "consent",
      "description": "Choose what is needed to use clips (admins only)",
      "options": [
        {
          "name": "voices",
          "description": "For clips whose voice is changed or imitated (default: unchanged)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Off: nothing is asked",
              "value": "off"
            },
            {
              "name": "Tell: the owner gets a message afterwards",
              "value": "tell"
            },
            {
              "name": "Ask: the owner must agree once",
              "value": "ask"
            },
            {
              "name": "Attest: the requester confirms permission",
              "value": "attest"
            }
          ]
        },
        {
          "name": "clips",
          "description": "For clips of other members (default: unchanged)",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Off: nothing is asked",
              "value": "off"
            },
            {
              "name": "Tell: the owner gets a message afterwards",
              "value": "tell"
            },
            {
              "name": "Ask: the owner must agree once",
              "value": "ask"
            },
            {
              "name": "Attest: the requester confirms permission",
              "value": "attest"
            }
          ]
        }
      ]
    }
  ],
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
