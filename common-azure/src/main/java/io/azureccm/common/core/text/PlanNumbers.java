package io.azureccm.common.core.text;

/**
 * What is known beside a plan when it is shown: its number (0 when it has none), the reads spent on it (negative when not
 * counted) and what is left of the call budget, as text for people ("" when not known).
 */
public record PlanNumbers(long number, long reads, String budgetLeft) {
    public static final PlanNumbers NONE = new PlanNumbers(0, -1, "");

    public static PlanNumbers of(long number) {
        return new PlanNumbers(number, -1, "");
    }
}
