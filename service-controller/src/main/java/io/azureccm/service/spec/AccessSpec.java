package io.azureccm.service.spec;

import io.azureccm.common.net.Cidr;
import java.util.List;

/**
 * Who may reach a Service: aggregated ranges, service tags ({@code Internet} included if everybody may), whether a rule of its own denies
 * all other traffic, and whether security rules are disabled for it. {@code destinations}: the aggregated ranges that rules name instead
 * of the addresses of nodes, for the families that have any.
 */
public record AccessSpec(List<Cidr> ranges, List<String> serviceTags, List<Cidr> destinations, boolean denyAll,
        boolean disabled) {
    public static final AccessSpec NONE = new AccessSpec(List.of(), List.of(), List.of(), false, true);

    /** The service tag for all addresses of the Internet. */
    public static final String INTERNET = "Internet";

    /** The destinations of one family; empty if rules name the addresses of nodes. */
    public List<Cidr> destinations(IpFamily family) {
        return destinations.stream().filter(range -> IpFamily.of(range) == family).toList();
    }

    /** True if security rules are created that allow the entire Internet. */
    public boolean admitsInternet() {
        return !disabled && (serviceTags.stream().anyMatch(tag -> tag.equalsIgnoreCase(INTERNET) || tag.equals("*"))
                || ranges.stream().anyMatch(Cidr::isEverything));
    }
}
