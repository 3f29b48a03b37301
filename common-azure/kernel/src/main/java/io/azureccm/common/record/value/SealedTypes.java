package io.azureccm.common.record.value;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.jsontype.TypeResolverBuilder;
import com.fasterxml.jackson.databind.jsontype.impl.StdTypeResolverBuilder;
import java.io.Serial;
import java.util.ArrayList;
import java.util.List;

/** Members of a sealed interface are told apart by their name in the property {@code is}. */
final class SealedTypes extends JacksonAnnotationIntrospector {
    @Serial
    private static final long serialVersionUID = 1L;

    @Override
    public TypeResolverBuilder<?> findTypeResolver(MapperConfig<?> config, AnnotatedClass type, JavaType base) {
        if (!type.getRawType().isSealed())
            return super.findTypeResolver(config, type, base);
        return new StdTypeResolverBuilder().init(JsonTypeInfo.Id.NAME, null)
                .inclusion(JsonTypeInfo.As.PROPERTY)
                .typeProperty("is");
    }

    @Override
    public List<NamedType> findSubtypes(Annotated type) {
        return type.getRawType().isSealed() ? members(type.getRawType()) : super.findSubtypes(type);
    }

    private static List<NamedType> members(Class<?> sealed) {
        List<NamedType> members = new ArrayList<>();
        for (Class<?> member : sealed.getPermittedSubclasses()) {
            if (member.isSealed())
                members.addAll(members(member));
            else
                members.add(new NamedType(member, member.getSimpleName()));
        }
        return members;
    }
}
