{
  "type": 1,
  "name": "jobs",
  "description": "See what was asked for, and go on from there",
  "options": [
    {
      "type": 1,
      "name": "mine",
      "description": "Your latest jobs here",
      "options": [
        {
          "name": "page",
          "description": "Which ten of them; the latest, if left out",
          "required": false,
          "type": 4,
          "min_value": 1,
          "max_value": 999
        }
      ]
    },
    {
      "type": 1,
      "name": "server",
      "description": "Everybody's latest jobs here, for admins",
      "options": [
        {
          "name": "page",
          "description": "Which ten of them; the latest, if left out",
          "required": false,
          "type": 4,
          "min_value": 1,
          "max_value": 999
        }
      ]
    },
    {
      "type": 1,
      "name": "show",
      "description": "What became of one job",
      "options": [
        {
          "name": "job",
          "description": "Which one: its short name, as /jobs mine shows it",
          "required": true,
          "type": 3,
          "autocomplete": true,
          "max_length": 100
        }
      ]
    },
    {
      "type": 1,
      "name": "cancel",
      "description": "Cancel a job",
      "options": [
        {
          "name": "job",
          "description": "Which one: its short name, as /jobs mine shows it",
          "required": true,
          "type": 3,
          "autocomplete": true,
          "max_length": 100
        },
        {
          "name": "if_free",
          "description": "Let it run where cancelling would not save its cost",
          "required": false,
          "type": 5
        }
      ]
    },
    {
      "type": 1,
      "name": "recover",
      "description": "Show a result that was paid for but not shown, at no further cost",
      "options": [
        {
          "name": "job",
          "description": "Which one: its short name, as /jobs mine shows it",
          "required": true,
          "type": 3,
          "autocomplete": true,
          "max_length": 100
        }
      ]
    },
    {
      "type": 1,
      "name": "again",
      "description": "Ask for the same once more; you pay for it",
      "options": [
        {
          "name": "job",
          "description": "Which one: its short name, as /jobs mine shows it",
          "required": true,
          "type": 3,
          "autocomplete": true,
          "max_length": 100
        }
      ]
    },
    {
      "type": 1,
      "name": "edit",
      "description": "Change what was asked for, and ask for that",
      "options": [
        {
          "name": "job",
          "description": "Which one: its short name, as /jobs mine shows it",
          "required": true,
          "type": 3,
          "autocomplete": true,
          "max_length": 100
        }
      ]
    },
    {
      "type": 1,
      "name": "sing",
      "description": "Have the words of a result sung",
      "options": [
        {
          "name": "job",
          "description": "Which one: its short name, as /jobs mine shows it",
          "required": true,
          "type": 3,
          "autocomplete": true,
          "max_length": 100
        }
      ]
    },
    {
      "type": 1,
      "name": "lyrics",
      "description": "Read the words of a result",
      "options": [
        {
          "name": "job",
          "description": "Which one: its short name, as /jobs mine shows it",
          "required": true,
          "type": 3,
          "autocomplete": true,
          "max_length": 100
        }
      ]
    },
    {
      "type": 1,
      "name": "delete",
      "description": "Take a job's message away, with its files",
      "options": [
        {
          "name": "job",
          "description": "Which one: its short name, as /jobs mine shows it",
          "required": true,
          "type": 3,
          "autocomplete": true,
          "max_length": 100
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
