{
  "type": 1,
  "name": "doctor",
  "description": "Check that everything works here",
  "options": [],
  "contexts": [
    0
  ],
  "integration_types": [
    0
  ],
  "default_member_permissions": "32"
}
