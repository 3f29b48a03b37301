package io.azureccm.common.core.refusal;

/**
 * One row of the {@link RefusalCatalogue}: an error code of ARM, what a refusal with it is about, when ARM returns it, and where
 * that is documented or was observed.
 */
public record RefusalCode(String code, RefusalSubject subject, String occasion, Source source) {
    /** Where the meaning of a code comes from. */
    public enum Source {
        ARM("https://learn.microsoft.com/azure/azure-resource-manager/troubleshooting/common-deployment-errors"),
        LOAD_BALANCER(
                "https://learn.microsoft.com/troubleshoot/azure/load-balancer/load-balancer-common-deployment-errors"),
        LIMITS("https://learn.microsoft.com/azure/azure-resource-manager/management/azure-subscription-service-limits"),
        LOCKS("https://learn.microsoft.com/azure/azure-resource-manager/management/lock-resources"),
        POLICY("https://learn.microsoft.com/azure/governance/policy/troubleshoot/general"),
        TAGS("https://learn.microsoft.com/azure/azure-resource-manager/management/tag-resources"),
        REPORTS("https://github.com/kubernetes-sigs/cloud-provider-azure/issues");

        private final String page;

        Source(String page) {
            this.page = page;
        }

        public String page() {
            return page;
        }
    }
}
