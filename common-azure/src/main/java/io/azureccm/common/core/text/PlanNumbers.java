package io.azureccm.common.core.text;

/**
 * What is known beside a plan when it is shown: its number (0 when it has none), the reads spent on it (negative when not
 * counted), and as texts for people ("" when there is nothing to say) what is left of the call budget and which limits of Azure are near.
 */
public record PlanNumbers(long number, long reads, String budgetLeft, String nearLimits) {
    public static final PlanNumbers NONE = new PlanNumbers(0, -1, "", "");

    public static PlanNumbers of(long number) {
        return new PlanNumbers(number, -1, "", "");
    }
}
