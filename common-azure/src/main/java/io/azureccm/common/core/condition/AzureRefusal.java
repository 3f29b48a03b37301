package io.azureccm.common.core.condition;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What stands behind a write that Azure refused for good, told from the HTTP status, the error code and the message of its answer. */
public enum AzureRefusal {
    /** An Azure Policy denies it. */
    POLICY,
    /** A lock on the resource, its group or the subscription. */
    LOCK,
    /** A quota or another limit of the subscription or the region is used up. */
    QUOTA,
    /** The identity lacks a right, or is not accepted at all. */
    RIGHTS,
    /** Somebody else has the DNS name. */
    DNS_NAME_TAKEN,
    /** Anything else that is wrong with what was sent. */
    REQUEST;

    private static final Set<String> LOCKS = Set.of("scopelocked", "canceledbylock");
    private static final List<String> LIMITS = List.of("quota", "limitreached", "limitexceeded");

    /** {@code status} is 0, and {@code code} or {@code message} "", where they are not known. */
    public static AzureRefusal of(int status, String code, String message) {
        String lower = code.toLowerCase(Locale.ROOT);
        if (lower.contains("policy"))
            return POLICY;
        if (lower.equals("dnsrecordinuse"))
            return DNS_NAME_TAKEN;
        if (LOCKS.contains(lower))
            return LOCK;
        if (LIMITS.stream().anyMatch(lower::contains) || message.toLowerCase(Locale.ROOT).contains("quota"))
            return QUOTA;
        boolean unauthorized = status == 401 || status == 403 || lower.contains("authorizationfailed");
        return unauthorized ? RIGHTS : REQUEST;
    }
}
