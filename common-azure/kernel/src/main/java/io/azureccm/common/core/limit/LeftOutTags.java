package io.azureccm.common.core.limit;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.ResourceTags;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds tags of the cloud config that a resource does not get, because it would then have more tags than Azure accepts. Pure. */
public final class LeftOutTags {
    private LeftOutTags() {}

    /** A refusal about the resource that names the tags; {@code tags}: those of the resource after the plan. */
    public static Optional<Refusal> refusal(ArmId resource, Map<String, String> configured, Map<String, String> tags) {
        if (tags.size() < TagLimits.MAX_TAGS)
            return Optional.empty();
        List<String> left = configured.keySet()
                .stream()
                .filter(name -> ResourceTags.find(tags, name).isEmpty())
                .toList();
        return left.isEmpty()
                ? Optional.empty()
                : Optional.of(new Refusal("TagsLeftOut", resource.shortName(), "does not get the tags "
                        + String.join(", ", left) + " of the cloud config (tags, tagsMap), because it has "
                        + tags.size() + " tags and Azure accepts " + TagLimits.MAX_TAGS
                        + ": configure fewer, or remove others from it"));
    }
}
