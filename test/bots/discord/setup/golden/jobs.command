{
  "type": 1,
  "name": "jobs",
  "description": "See your jobs and what you can do with them",
  "options": [
    {
      "type": 1,
      "name": "mine",
      "description": "See your latest jobs here",
      "options": [
        {
          "name": "page",
          "description": "Page (default: the latest)",
          "required": false,
          "type": 4,
          "min_value": 1,
          "max_value": 999
        },
        {
          "name": "running",
          "description": "Only queued and running jobs",
          "required": false,
          "type": 5
        }
      ]
    },
    {
      "type": 1,
      "name": "server",
      "description": "See everyone's latest jobs here (admins only)",
      "options": [
        {
          "name": "page",
          "description": "Page (default: the latest)",
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
      "description": "See what happened to a job",
      "options": [
        {
          "name": "job",
          "description": "Name of the job, as in /jobs mine",
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
      "description": "Cancel a job, or hide its result",
      "options": [
        {
          "name": "job",
          "description": "Name of the job, as in /jobs mine",
          "required": true,
          "type": 3,
          "autocomplete": true,
          "max_length": 100
        },
        {
          "name": "if_free",
          "description": "Cancel only if you won't be charged",
          "required": false,
          "type": 5
        }
      ]
    },
    {
      "type": 1,
      "name": "recover",
      "description": "Show a hidden result, free of charge",
      "options": [
        {
          "name": "job",
          "description": "Name of the job, as in /jobs mine",
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
      "description": "Run a job again (uses credits)",
      "options": [
        {
          "name": "job",
          "description": "Name of the job, as in /jobs mine",
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
      "description": "Edit a job and run it again",
      "options": [
        {
          "name": "job",
          "description": "Name of the job, as in /jobs mine",
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
      "description": "Sing the lyrics of a result",
      "options": [
        {
          "name": "job",
          "description": "Name of the job, as in /jobs mine",
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
      "description": "Read the lyrics of a result",
      "options": [
        {
          "name": "job",
          "description": "Name of the job, as in /jobs mine",
          "required": true,
          "type": 3,
          "autocomplete": true,
          "max_length": 100
        }
      ]
    },
    {
      "type": 1,
      "name": "lineage",
      "description": "See which clips and members a result came from",
      "options": [
        {
          "name": "job",
          "description": "Name of the job, as in /jobs mine",
          "required": true,
          "type": 3,
          "autocomplete": true,
          "max_length": 100
        }
      ]
    },
    {
      "type": 1,
      "name": "rate",
      "description": "Like or dislike a take",
      "options": [
        {
          "name": "job",
          "description": "Name of the job, as in /jobs mine",
          "required": true,
          "type": 3,
          "autocomplete": true,
          "max_length": 100
        },
        {
          "name": "rating",
          "description": "Like or dislike",
          "required": true,
          "type": 3,
          "choices": [
            {
              "name": "Like",
              "value": "good"
            },
            {
              "name": "Dislike",
              "value": "bad"
            }
          ]
        },
        {
          "name": "take",
          "description": "Which take (default: 1)",
          "required": false,
          "type": 4,
          "min_value": 1,
          "max_value": 20
        }
      ]
    },
    {
      "type": 1,
      "name": "ratings",
      "description": "See which models and voices people like (admins only)",
      "options": []
    },
    {
      "type": 1,
      "name": "delete",
      "description": "Delete a job's message and files",
      "options": [
        {
          "name": "job",
          "description": "Name of the job, as in /jobs mine",
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
