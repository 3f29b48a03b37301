package io.azureccm.service.plan.publicip;

import io.azureccm.common.core.PrintableText;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.common.core.limit.TagLimits;
import io.azureccm.service.plan.context.Notices;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.ServiceAnnotation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Azure's limits for the tags of a managed public IP. A tag of an annotation that Azure never accepts is a mistake of the Service; tags that
 * are too many together with those of the public IP and the cloud config are left out, with a notice.
 */
final class PublicIpTagLimits {
    /** The prefix of the controller's own tags. */
    private static final String OWN = "k8s-azure-";

    private PublicIpTagLimits() {}

    /** Why Azure would refuse the tags that the Service requests; empty if it accepts each of them. */
    static Optional<Refusal> refusal(ServiceSpec service) {
        for (Map.Entry<String, String> tag : service.address().publicIpTags().entrySet()) {
            Optional<String> problem = TagLimits.problem(tag.getKey(), tag.getValue());
            if (problem.isPresent())
                return problem.map(each -> refusal(service, tag.getKey(), each));
        }
        return Optional.empty();
    }

    private static Refusal refusal(ServiceSpec service, String name, String problem) {
        return new Refusal("InvalidAnnotation", service.subject(), "annotation " + ServiceAnnotation.PIP_TAGS.key()
                + ": tag \"" + PrintableText.of(name, PrintableText.VALUE) + "\" " + problem);
    }

    /**
     * The wanted tags of a public IP that has the tags {@code now}, without those that it cannot have in addition: first those of the cloud
     * config are left out, then those of the Service.
     */
    static Map<String, String> fitting(Map<String, String> now, Map<String, String> wanted, ServiceSpec service,
            Notices notices) {
        Map<String, String> requested = service.address().publicIpTags();
        Set<String> requestedNames = ResourceTags.names(requested);
        Map<String, String> fitting = TagLimits.fitting(now, wanted,
                name -> isOwn(name) ? 2 : requestedNames.contains(name) ? 1 : 0);
        if (requested.isEmpty())
            return fitting;
        Set<String> fittingNames = ResourceTags.names(fitting);
        List<String> left = requested.keySet().stream().filter(name -> !fittingNames.contains(name)).toList();
        if (!left.isEmpty()) {
            notices.add(service, Notice.warning(Notice.Source.AZURE, "TagsLeftOut", "annotation "
                    + ServiceAnnotation.PIP_TAGS.key() + ": the public IP does not get the tags "
                    + String.join(", ", left) + ", because Azure limits a resource to " + TagLimits.MAX_TAGS
                    + " tags: specify fewer, or remove others from the public IP").alsoInCondition());
        }
        return fitting;
    }

    private static boolean isOwn(String name) {
        return name.toLowerCase(Locale.ROOT).startsWith(OWN);
    }
}
