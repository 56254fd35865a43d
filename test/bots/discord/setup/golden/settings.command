{
  "type": 1,
  "name": "settings",
  "description": "See and set defaults, and where members may ask",
  "options": [
    {
      "type": 1,
      "name": "show",
      "description": "What is set for you here, and by whom",
      "options": []
    },
    {
      "type": 1,
      "name": "mine",
      "description": "Set or clear your own defaults",
      "options": [
        {
          "name": "voice",
          "description": "Who sings: a name, or the beginning of one",
          "required": false,
          "type": 3,
          "autocomplete": true,
          "max_length": 200
        },
        {
          "name": "model",
          "description": "Which generation of the music model sings and plays",
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
          "description": "What is spoken or sung; found out, if left out",
          "required": false,
          "type": 3,
          "autocomplete": true,
          "max_length": 60
        },
        {
          "name": "cover",
          "description": "Paint an album cover as well",
          "required": false,
          "type": 5
        },
        {
          "name": "seen_by",
          "description": "Who sees it; with \"Only me\" it comes to your direct messages",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Everybody here",
              "value": "here"
            },
            {
              "name": "Only me",
              "value": "me"
            }
          ]
        },
        {
          "name": "clear",
          "description": "Which default is taken out again",
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
      "description": "Set or clear the defaults of a channel, for admins",
      "options": [
        {
          "name": "channel",
          "description": "Which channel; this one, if left out",
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
          "description": "Who sings: a name, or the beginning of one",
          "required": false,
          "type": 3,
          "autocomplete": true,
          "max_length": 200
        },
        {
          "name": "model",
          "description": "Which generation of the music model sings and plays",
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
          "description": "What is spoken or sung; found out, if left out",
          "required": false,
          "type": 3,
          "autocomplete": true,
          "max_length": 60
        },
        {
          "name": "cover",
          "description": "Paint an album cover as well",
          "required": false,
          "type": 5
        },
        {
          "name": "seen_by",
          "description": "Who sees it; with \"Only me\" it comes to your direct messages",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Everybody here",
              "value": "here"
            },
            {
              "name": "Only me",
              "value": "me"
            }
          ]
        },
        {
          "name": "clear",
          "description": "Which default is taken out again",
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
      "description": "Set or clear the defaults of all here, for admins",
      "options": [
        {
          "name": "voice",
          "description": "Who sings: a name, or the beginning of one",
          "required": false,
          "type": 3,
          "autocomplete": true,
          "max_length": 200
        },
        {
          "name": "model",
          "description": "Which generation of the music model sings and plays",
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
          "description": "What is spoken or sung; found out, if left out",
          "required": false,
          "type": 3,
          "autocomplete": true,
          "max_length": 60
        },
        {
          "name": "cover",
          "description": "Paint an album cover as well",
          "required": false,
          "type": 5
        },
        {
          "name": "seen_by",
          "description": "Who sees it; with \"Only me\" it comes to your direct messages",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Everybody here",
              "value": "here"
            },
            {
              "name": "Only me",
              "value": "me"
            }
          ]
        },
        {
          "name": "clear",
          "description": "Which default is taken out again",
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
      "description": "Choose the channels in which members may ask, for admins",
      "options": [
        {
          "name": "rule",
          "description": "What holds for the channel; only shown, if left out",
          "required": false,
          "type": 3,
          "choices": [
            {
              "name": "Allow: only in channels that are allowed",
              "value": "allow"
            },
            {
              "name": "Refuse: not in this one",
              "value": "refuse"
            },
            {
              "name": "Forget: neither any more",
              "value": "forget"
            },
            {
              "name": "Everywhere: forget all channels",
              "value": "everywhere"
            }
          ]
        },
        {
          "name": "channel",
          "description": "Which channel; this one, if left out",
          "required": false,
          "type": 7,
          "channel_types": [
            0,
            2,
            5,
            13,
            15
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
