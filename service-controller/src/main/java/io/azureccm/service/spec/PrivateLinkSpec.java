package io.azureccm.service.spec;

import java.util.List;

/**
 * The private link service a Service asks for. Names that are "" stand for the default; the first of the fixed {@code addresses}
 * is the primary one, and {@code addressCount} of them are taken in all. {@code configured} is true when the Service says how
 * it is to be, and so cannot simply share that of another Service.
 */
public record PrivateLinkSpec(boolean wanted, boolean configured, String resourceGroup, String name,
        Source source, Consumers consumers) {
    /** Where traffic comes from: the subnet and the addresses in it, and whether the proxy protocol tells who sent it. */
    public record Source(String subnet, int addressCount, List<String> addresses, boolean proxyProtocol) {
        public Source {
            addresses = List.copyOf(addresses);
        }
    }

    /** The names it is known by, and the subscriptions that may see it and those that are let in unasked. */
    public record Consumers(List<String> fqdns, List<String> visibleTo, List<String> approved) {
        public Consumers {
            fqdns = List.copyOf(fqdns);
            visibleTo = List.copyOf(visibleTo);
            approved = List.copyOf(approved);
        }
    }

    /** True when the Service may have a private link service somewhere: it asks for one, or says how one would have to be. */
    public boolean isMentioned() {
        return wanted || configured;
    }
}
