package io.azureccm.e2e.suite.docs;

import io.azureccm.common.core.limit.TagLimits;
import io.azureccm.service.plan.context.AzureLimits;
import java.util.Locale;

/** The limits of Azure that plans of the service-controller know, with their values. */
final class LimitsPage {
    private static final String NETWORK = "[limits](https://learn.microsoft.com/azure/azure-resource-manager/management/azure-subscription-service-limits#networking-limits)";
    private static final String TAGS = "[tags](https://learn.microsoft.com/azure/azure-resource-manager/management/tag-resources#limitations)";
    private static final String SEVERAL = "[several load balancers](https://cloud-provider-azure.sigs.k8s.io/topics/multislb)";

    private LimitsPage() {}

    static String text() {
        StringBuilder page = new StringBuilder(
                """
                        # Limits of Azure that are planned

                        The service-controller never sends a write that exceeds one of these. What exists is never removed to make room; of the others the oldest that fit are served, the youngest are refused ([LimitReached](service/reasons.md#limitreached)), without public IP, until there is room. A younger Service that
                        needs less may fit. Deletions are never refused; what is above a limit already may be changed if it does not grow.

                        | Limit | Standard | Basic | Who is refused, or what is left out | Source |
                        |---|---|---|---|---|
                        """);
        row(page, "rules (load balancing and inbound NAT) of a load balancer",
                AzureLimits.OfLoadBalancer.STANDARD.rules(),
                AzureLimits.OfLoadBalancer.BASIC.rules(),
                "Services, code `LoadBalancerFull`", NETWORK);
        row(page, "frontends of a load balancer", AzureLimits.OfLoadBalancer.STANDARD.frontends(),
                AzureLimits.OfLoadBalancer.BASIC.frontends(), "the same",
                NETWORK);
        row(page,
                "load-balancing rules of a network interface: of the external and the internal load balancer together",
                AzureLimits.RULES_PER_INTERFACE, AzureLimits.RULES_PER_INTERFACE,
                "the same; while load balancers have different numbers of rules before and after a plan, the larger number counts",
                NETWORK);
        row(page, "private link services of a load balancer", AzureLimits.PRIVATE_LINK_SERVICES, 0, "the same",
                SEVERAL);
        row(page, "members of a pool of addresses", AzureLimits.OfLoadBalancer.STANDARD.members(), 0,
                "nodes, by name: the plan names them, and the oldest Service gets the event `FailedToFindLoadBalancerForNode`",
                NETWORK);
        row(page, "rules of the security group", AzureLimits.SECURITY_RULES, AzureLimits.SECURITY_RULES,
                "Services, code `SecurityGroupFull`; they keep their addresses", NETWORK);
        row(page, "addresses in all rules of the security group, of sources and of destinations",
                AzureLimits.SECURITY_PREFIXES, AzureLimits.SECURITY_PREFIXES, "the same", NETWORK);
        row(page, "characters of the tag `k8s-azure-service`, which names the Services of a public IP",
                TagLimits.MAX_VALUE_LENGTH,
                TagLimits.MAX_VALUE_LENGTH,
                "Services that want to share the public IP, code `PublicIPFull`. A public IP that a user created without this tag can be shared by any number",
                TAGS);
        row(page, "characters of the value of any other tag", TagLimits.MAX_VALUE_LENGTH, TagLimits.MAX_VALUE_LENGTH,
                "a tag of the [cloud config](cloud-config.md#tags), with a warning; a Service with such a tag in `azure-pip-tags`, code `InvalidAnnotation`",
                TAGS);
        row(page, "characters of the name of a tag; it cannot contain `" + TagLimits.NOT_IN_NAMES
                + "` or control characters", TagLimits.MAX_NAME_LENGTH, TagLimits.MAX_NAME_LENGTH, "the same", TAGS);
        row(page, "tags of a resource", TagLimits.MAX_TAGS, TagLimits.MAX_TAGS,
                "tags of the cloud config, which the plan names (`TagsLeftOut`), then those of `azure-pip-tags`, with the event `TagsLeftOut`; never those that a resource already has",
                TAGS);
        return page.append(
                """

                        A tag whose name begins with `microsoft`, `azure` or `windows` is sent, with a warning if it is in the cloud config: these prefixes are reserved
                        for tag names of a subscription. Of names that differ only in case, the last one counts.

                        Not planned: the configurations of machines per frontend (10,000) and per load balancer (500,000), because they change with each node. [Metrics](metrics.md#limits) show the use. When a limit changes, Azure's own refusal [concerns the culprit alone](../explanation/isolation.md).
                        """)
                .toString();
    }

    private static void row(StringBuilder page, String limit, int standard, int basic, String refused, String source) {
        page.append("| ")
                .append(limit)
                .append(" | ")
                .append(number(standard))
                .append(" | ")
                .append(basic == 0 ? "" : number(basic))
                .append(" | ")
                .append(refused)
                .append(" | ")
                .append(source)
                .append(" |\n");
    }

    private static String number(int value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
