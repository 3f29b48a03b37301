package io.azureccm.common.config;

import io.azureccm.common.config.key.Key;
import io.azureccm.common.config.key.KeyGroup;
import io.azureccm.common.config.key.Keys;
import io.azureccm.common.config.key.TextForm;
import io.azureccm.common.config.key.WrittenAs.Written;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Tags as they are written. */
@Keys(KeyGroup.TAGS)
public record TagKeys(
        @Key(value = "tags", is = TextForm.TAG_PAIRS, effect = "Tags of created resources as name=value pairs; tags"
                + " that say whose a resource is have no effect") Map<String, String> pairs,
        @Key(value = "tagsMap", is = TextForm.TAGS, effect = "Tags of created resources as an object; takes"
                + " precedence over tags if names are equal ignoring case") Map<String, String> object,
        @Key(value = "systemTags", is = TextForm.COMMA_LIST, effect = "Prefixes of tag names that are never removed;"
                + " if empty, no tag is ever removed") List<String> systemTags)
        implements
            Written<TagConfig> {

    TagKeys(TagConfig config) {
        this(Map.of(), config.tags(), config.systemTags());
    }

    @Override
    public TagConfig meaning() {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(object.keySet());
        Map<String, String> tags = new LinkedHashMap<>(pairs);
        tags.keySet().removeIf(names::contains);
        tags.putAll(object);
        return new TagConfig(tags, systemTags);
    }
}
