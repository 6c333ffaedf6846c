"""What every page stands in: selection and address, navigation, the side bar, widgets, tables, ribbons, style."""
