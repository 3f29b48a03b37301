package io.azureccm.service.spec;

import io.azureccm.common.net.Cidr;
import java.util.List;

/**
 * Who may reach a Service: aggregated ranges, service tags ({@code Internet} included when everybody may), whether everything
 * else is denied by a rule of its own, and whether security rules are switched off for it.
 */
public record AccessSpec(List<Cidr> ranges, List<String> serviceTags, boolean denyAll, boolean disabled) {
    public static final AccessSpec NONE = new AccessSpec(List.of(), List.of(), false, true);

    /** The service tag that stands for every address of the Internet. */
    public static final String INTERNET = "Internet";

    public AccessSpec {
        ranges = List.copyOf(ranges);
        serviceTags = List.copyOf(serviceTags);
    }

    /** True when security rules are made that let the whole Internet in. */
    public boolean admitsInternet() {
        return !disabled && (serviceTags.stream().anyMatch(tag -> tag.equalsIgnoreCase(INTERNET) || tag.equals("*"))
                || ranges.stream().anyMatch(Cidr::isEverything));
    }
}
