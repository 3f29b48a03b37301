package io.azureccm.service.spec;

import java.util.List;

/**
 * The private link service that a Service requests. Empty names stand for the default; the first of the fixed {@code addresses} is the
 * primary one, and {@code addressCount} is the total number of addresses. {@code configured} is true if the Service specifies any settings,
 * so that it cannot simply share the private link service of another Service.
 */
public record PrivateLinkSpec(boolean wanted, boolean configured, String resourceGroup, String name,
        Source source, Consumers consumers) {
    /** The source of traffic: the subnet, the addresses in it, and whether the proxy protocol conveys the client. */
    public record Source(String subnet, int addressCount, List<String> addresses, boolean proxyProtocol) {}

    /** The FQDNs of the private link service, and the subscriptions that may see it and those that are approved automatically. */
    public record Consumers(List<String> fqdns, List<String> visibleTo, List<String> approved) {}

    /** True if the Service may have a private link service: it requests one, or has settings for one. */
    public boolean isMentioned() {
        return wanted || configured;
    }
}
