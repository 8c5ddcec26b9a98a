"""The settings dialog, derived from the fields of the settings themselves."""
