package io.azureccm.service.spec;

import io.azureccm.common.net.Cidr;
import java.util.List;

/**
 * Who may reach a Service: aggregated ranges, service tags ({@code Internet} included if everybody may), whether a rule of its own denies
 * all other traffic, and whether security rules are disabled for it.
 */
public record AccessSpec(List<Cidr> ranges, List<String> serviceTags, boolean denyAll, boolean disabled) {
    public static final AccessSpec NONE = new AccessSpec(List.of(), List.of(), false, true);

    /** The service tag for all addresses of the Internet. */
    public static final String INTERNET = "Internet";

    public AccessSpec {
        ranges = List.copyOf(ranges);
        serviceTags = List.copyOf(serviceTags);
    }

    /** True if security rules are created that allow the entire Internet. */
    public boolean admitsInternet() {
        return !disabled && (serviceTags.stream().anyMatch(tag -> tag.equalsIgnoreCase(INTERNET) || tag.equals("*"))
                || ranges.stream().anyMatch(Cidr::isEverything));
    }
}
