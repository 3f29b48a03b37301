package io.azureccm.service.model;

/** Names of a private link service and of its IP configurations, identical to those of the reference. */
public final class PrivateLinkNames {
    private static final String PREFIX = "pls-";
    private static final int MAX_LENGTH = 80;

    private PrivateLinkNames() {}

    public static String service(String frontend) {
        return PREFIX + frontend;
    }

    public static String fixed(String subnet, String service, String address) {
        return configuration(subnet, service, "-static-" + address);
    }

    /** {@code index} counts the dynamic addresses from 0. */
    public static String dynamic(String subnet, String service, int index) {
        return configuration(subnet, service, "-dynamic-" + index);
    }

    private static String configuration(String subnet, String service, String end) {
        String name = subnet + "-" + service;
        return name.substring(0, Math.min(name.length(), MAX_LENGTH - end.length())) + end;
    }
}
