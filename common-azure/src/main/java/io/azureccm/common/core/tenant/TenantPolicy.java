package io.azureccm.common.core.tenant;

/** What a Service may do that concerns Services of other namespaces, or resources that belong to nobody in the cluster. Pure. */
public record TenantPolicy(AdditionalAddresses additionalAddresses) {
    /** Everything that the Go controllers allow, except what belongs to somebody else. */
    public static final TenantPolicy DEFAULT = new TenantPolicy(AdditionalAddresses.CHECKED);

    /** Which addresses a Service may add to its status and its security rules. */
    public enum AdditionalAddresses {
        /** Any, as in the Go controllers. */
        ANY,
        /** Addresses that are not known to belong to somebody else and that may be public. */
        CHECKED,
        /** None: the annotation is refused. */
        NONE
    }
}
