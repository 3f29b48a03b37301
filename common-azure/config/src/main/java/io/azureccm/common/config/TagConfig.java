package io.azureccm.common.config;

import io.azureccm.common.config.key.WrittenAs;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tags of created resources.
 *
 * @param tags       {@code tags} and {@code tagsMap} merged, in the order given
 * @param systemTags prefixes of tag names that are never removed; if empty, no tag is removed at all
 */
@WrittenAs(TagKeys.class)
public record TagConfig(Map<String, String> tags, List<String> systemTags) {

    public TagConfig {
        tags = Collections.unmodifiableMap(new LinkedHashMap<>(tags));
        systemTags = List.copyOf(systemTags);
    }
}
