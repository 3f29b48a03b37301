package io.azureccm.common.core.refusal;

import static io.azureccm.common.core.refusal.RefusalCode.Source.ARM;
import static io.azureccm.common.core.refusal.RefusalCode.Source.LIMITS;
import static io.azureccm.common.core.refusal.RefusalCode.Source.LOAD_BALANCER;
import static io.azureccm.common.core.refusal.RefusalCode.Source.LOCKS;
import static io.azureccm.common.core.refusal.RefusalCode.Source.POLICY;
import static io.azureccm.common.core.refusal.RefusalCode.Source.REPORTS;
import static io.azureccm.common.core.refusal.RefusalCode.Source.TAGS;
import static io.azureccm.common.core.refusal.RefusalSubject.ELEMENT;
import static io.azureccm.common.core.refusal.RefusalSubject.LINKED_RESOURCE;
import static io.azureccm.common.core.refusal.RefusalSubject.RESOURCE;
import static io.azureccm.common.core.refusal.RefusalSubject.SCOPE;
import static io.azureccm.common.core.refusal.RefusalSubject.UNCLEAR;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What the error codes of ARM say about a refused write. A code that is not in the table is {@link RefusalSubject#UNCLEAR}. */
public final class RefusalCatalogue {
    private static final List<RefusalCode> ROWS = List.of(
            new RefusalCode("LinkedAuthorizationFailed", LINKED_RESOURCE,
                    "the identity may write the resource, but not use one that it refers to", ARM),
            new RefusalCode("LinkedInvalidPropertyId", LINKED_RESOURCE, "a reference is not a valid resource id", ARM),
            new RefusalCode("InvalidResourceReference", LINKED_RESOURCE,
                    "a resource that is referred to does not exist, or is in another region", ARM),
            new RefusalCode("PublicIPAddressInUse", LINKED_RESOURCE,
                    "a public IP is attached to another resource already", LOAD_BALANCER),
            new RefusalCode("PublicIPReferencedByMultipleIPConfigs", LINKED_RESOURCE,
                    "two frontends refer to the same public IP", REPORTS),
            new RefusalCode("PublicIPAndLBSkuDoNotMatch", LINKED_RESOURCE,
                    "a public IP has another SKU than the load balancer", LOAD_BALANCER),
            new RefusalCode("PublicIPAndLBTierDoNotMatch", LINKED_RESOURCE,
                    "a public IP has another tier than the load balancer", REPORTS),
            new RefusalCode("ReferencedResourceNotProvisioned", LINKED_RESOURCE, "a public IP or network stays broken",
                    REPORTS),
            new RefusalCode("SubnetIsFull", LINKED_RESOURCE, "a subnet has no free private address", ARM),
            new RefusalCode("PublicIpPrefixOutOfIpAddresses", LINKED_RESOURCE, "a prefix has no free address",
                    REPORTS),
            new RefusalCode("PrivateIPAddressIsAllocated", ELEMENT,
                    "another resource has the private address of a frontend", LOAD_BALANCER),
            new RefusalCode("PrivateIPAddressInReservedRange", ELEMENT,
                    "Azure reserves the private address of a frontend", LOAD_BALANCER),
            new RefusalCode("PrivateIPAddressNotInSubnet", ELEMENT,
                    "the private address of a frontend is outside its subnet", LOAD_BALANCER),
            new RefusalCode("PrivateIPAddressNotInAnySubnet", ELEMENT,
                    "the private address of a frontend is outside its subnet", LOAD_BALANCER),
            new RefusalCode("RulesUseSameFrontendPortProtocolAndFrontendIPConfig", ELEMENT,
                    "two rules have the same frontend, port and protocol", LOAD_BALANCER),
            new RefusalCode("RulesOfSameLoadBalancerTypeUseSameBackendPortProtocolAndIPConfig", ELEMENT,
                    "two rules lead to the same port of the same machine", LOAD_BALANCER),
            new RefusalCode("LoadBalancerRuleCountLimitReached", ELEMENT,
                    "the load balancer has as many rules as it may have", LIMITS),
            new RefusalCode("LoadBalancingRulesPerIpConfigurationLimitReached", ELEMENT,
                    "a machine is behind as many rules as it may be", LIMITS),
            new RefusalCode("LoadBalancerFrontendIPConfigurationCountLimitReached", ELEMENT,
                    "the load balancer has as many frontends as it may have", REPORTS),
            new RefusalCode("BackendAddressPoolSizeLimitReached", ELEMENT, "a pool has as many members as it may have",
                    LIMITS),
            new RefusalCode("SecurityRuleCountLimitReached", ELEMENT,
                    "the security group has as many rules as it may have", LIMITS),
            new RefusalCode("SecurityRuleAddressPrefixCountLimitReached", ELEMENT,
                    "the rules of the security group have as many addresses as they may have", LIMITS),
            new RefusalCode("SecurityRuleConflict", ELEMENT, "two rules have the same priority and direction", REPORTS),
            new RefusalCode("SecurityRuleInvalidAddressPrefix", ELEMENT, "an address of a rule is not valid", REPORTS),
            new RefusalCode("RouteTableRouteLimitReached", ELEMENT, "the table has as many routes as it may have",
                    LIMITS),
            new RefusalCode("RouteConflict", ELEMENT, "two routes have the same address prefix", REPORTS),
            new RefusalCode("InvalidNextHopIpAddress", ELEMENT, "the next hop of a route is not a valid address",
                    REPORTS),
            new RefusalCode("RequestDisallowedByPolicy", UNCLEAR,
                    "an Azure Policy denies the write; about the resource itself if the policy evaluates only its name, "
                            + "type, location, SKU or tags",
                    POLICY),
            new RefusalCode("AmbiguousPolicyEvaluationPaths", UNCLEAR,
                    "an Azure Policy cannot be evaluated for the content of the write", POLICY),
            new RefusalCode("InvalidTagValueLength", UNCLEAR, "the value of a tag has more than 256 characters", TAGS),
            new RefusalCode("InvalidTagNameOrValueLength", UNCLEAR, "the name or the value of a tag is too long", TAGS),
            new RefusalCode("InvalidTagName", UNCLEAR, "the name of a tag has more than 512 characters", TAGS),
            new RefusalCode("InvalidTagNameCharacters", UNCLEAR,
                    "the name of a tag has a character that is not allowed",
                    TAGS),
            new RefusalCode("TooManyTags", UNCLEAR, "the resource has more than 50 tags", TAGS),
            new RefusalCode("OperationNotAllowed", UNCLEAR,
                    "the state of the resource or a quota does not allow the write", ARM),
            new RefusalCode("DnsRecordInUse", ELEMENT, "another public IP in the region has the DNS label", REPORTS),
            new RefusalCode("PublicIPCountLimitReached", RESOURCE, "the quota of public IPs is used up", LIMITS),
            new RefusalCode("LoadBalancerCountLimitReached", RESOURCE, "the quota of load balancers is used up",
                    LIMITS),
            new RefusalCode("NetworkSecurityGroupCountLimitReached", RESOURCE,
                    "the quota of security groups is used up", LIMITS),
            new RefusalCode("RouteTableCountLimitReached", RESOURCE, "the quota of route tables is used up", LIMITS),
            new RefusalCode("QuotaExceeded", RESOURCE, "a quota is used up", LIMITS),
            new RefusalCode("PublicIPAddressCannotBeDeleted", RESOURCE,
                    "the public IP is attached to another resource", LOAD_BALANCER),
            new RefusalCode("AuthorizationFailed", RESOURCE, "the identity may not write the resource", ARM),
            new RefusalCode("InvalidResourceLocation", RESOURCE,
                    "the resource exists in another region", ARM),
            new RefusalCode("ScopeLocked", SCOPE, "a lock on the resource, its group or the subscription", LOCKS),
            new RefusalCode("CanceledByLock", SCOPE, "a lock on the resource, its group or the subscription", LOCKS),
            new RefusalCode("ReadOnlyDisabledSubscription", SCOPE, "the subscription is disabled", ARM),
            new RefusalCode("SubscriptionNotFound", SCOPE, "the subscription does not exist for the identity", ARM),
            new RefusalCode("InvalidSubscriptionId", SCOPE, "the subscription does not exist", ARM),
            new RefusalCode("SubscriptionNotRegistered", SCOPE, "the subscription cannot use the resource type", ARM),
            new RefusalCode("MissingSubscriptionRegistration", SCOPE, "the subscription cannot use the resource type",
                    ARM),
            new RefusalCode("MissingRegistrationForResourceProvider", SCOPE,
                    "the subscription cannot use the resource type", ARM),
            new RefusalCode("ResourceGroupNotFound", SCOPE, "the resource group does not exist", ARM),
            new RefusalCode("ResourceGroupBeingDeleted", SCOPE, "the resource group is being deleted", ARM),
            new RefusalCode("InvalidAuthenticationToken", SCOPE, "ARM does not accept the token", ARM),
            new RefusalCode("InvalidAuthenticationTokenTenant", SCOPE, "the token is from another tenant", ARM),
            new RefusalCode("ExpiredAuthenticationToken", SCOPE, "the token has expired", ARM));

    private static final Map<String, RefusalCode> BY_CODE = ROWS.stream()
            .collect(Collectors.toMap(row -> row.code().toLowerCase(Locale.ROOT), Function.identity()));

    private RefusalCatalogue() {}

    /** In the order of the documentation. */
    public static List<RefusalCode> rows() {
        return ROWS;
    }

    /** What a refusal with this code, in any case, and HTTP status is about, as far as these say. */
    static RefusalSubject subjectOf(int status, String code) {
        RefusalCode row = BY_CODE.get(code.toLowerCase(Locale.ROOT));
        if (row != null)
            return row.subject();
        return status == 401 ? SCOPE : UNCLEAR;
    }
}
