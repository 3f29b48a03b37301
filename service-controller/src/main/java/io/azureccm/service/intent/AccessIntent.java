package io.azureccm.service.intent;

import java.util.List;

/**
 * Who may reach a Service: aggregated ranges, service tags ({@code Internet} included when everybody may), whether everything
 * else is denied by a rule of its own, and whether security rules are switched off for it.
 */
public record AccessIntent(List<Cidr> ranges, List<String> serviceTags, boolean denyAll, boolean disabled) {
    public static final AccessIntent NONE = new AccessIntent(List.of(), List.of(), false, true);

    /** The service tag that stands for every address of the Internet. */
    static final String INTERNET = "Internet";

    public AccessIntent {
        ranges = List.copyOf(ranges);
        serviceTags = List.copyOf(serviceTags);
    }

    /** True when security rules are made that let the whole Internet in. */
    public boolean admitsInternet() {
        return !disabled && (serviceTags.stream().anyMatch(tag -> tag.equalsIgnoreCase(INTERNET) || tag.equals("*"))
                || ranges.stream().anyMatch(Cidr::isEverything));
    }
}
