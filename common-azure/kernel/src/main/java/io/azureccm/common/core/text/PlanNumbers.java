package io.azureccm.common.core.text;

/**
 * Additional data that is shown with a plan: its number (0 if it has none), the reads made for it (negative if not counted),
 * and as texts for users ("" if there is nothing to report) the remaining call budget and the Azure limits that are near.
 */
public record PlanNumbers(long number, long reads, String budgetLeft, String nearLimits) {
    public static final PlanNumbers NONE = new PlanNumbers(0, -1, "", "");

    public static PlanNumbers of(long number) {
        return new PlanNumbers(number, -1, "", "");
    }
}
