package io.azureccm.common.core.condition;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The cause of a write that Azure has permanently refused, derived from the HTTP status, the error code and the message of
 * its response.
 */
public enum AzureRefusal {
    /** An Azure Policy denies it. */
    POLICY,
    /** A lock on the resource, its group or the subscription. */
    LOCK,
    /** A quota or another limit of the subscription or the region is used up. */
    QUOTA,
    /** The identity lacks a permission, or is not accepted at all. */
    RIGHTS,
    /** The DNS name is already in use. */
    DNS_NAME_TAKEN,
    /** Any other error in the request. */
    REQUEST;

    private static final Set<String> LOCKS = Set.of("scopelocked", "canceledbylock");
    private static final List<String> LIMITS = List.of("quota", "limitreached", "limitexceeded");

    /** {@code status} is 0, and {@code code} or {@code message} "", if unknown. */
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
