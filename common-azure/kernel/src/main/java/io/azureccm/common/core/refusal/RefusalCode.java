package io.azureccm.common.core.refusal;

/**
 * One row of the {@link RefusalCatalogue}: an error code of ARM, what a refusal with it is about, when ARM returns it, and where
 * that is documented or was observed.
 */
public record RefusalCode(String code, RefusalSubject subject, String occasion, Source source) {
    /** Where the meaning of a code comes from. */
    public enum Source {
        ARM("Azure deployment errors",
                "https://learn.microsoft.com/azure/azure-resource-manager/troubleshooting/common-deployment-errors"),
        LOAD_BALANCER("load balancer error codes",
                "https://learn.microsoft.com/troubleshoot/azure/load-balancer/load-balancer-common-deployment-errors"),
        LIMITS("limits",
                "https://learn.microsoft.com/azure/azure-resource-manager/management/azure-subscription-service-limits"),
        LOCKS("locks", "https://learn.microsoft.com/azure/azure-resource-manager/management/lock-resources"),
        POLICY("policy", "https://learn.microsoft.com/azure/governance/policy/troubleshoot/general"),
        TAGS("tags", "https://learn.microsoft.com/azure/azure-resource-manager/management/tag-resources"),
        REPORTS("public reports", "https://github.com/kubernetes-sigs/cloud-provider-azure/issues");

        private final String title;
        private final String page;

        Source(String title, String page) {
            this.title = title;
            this.page = page;
        }

        public String title() {
            return title;
        }

        public String page() {
            return page;
        }
    }
}
